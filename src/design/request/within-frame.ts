/** A proposal about the places that may be changed, as one about whole sequences. */
import { mutationsOf } from "../../landscape/assay/mutation-text.ts";
import type { Measurement, Parent } from "../../landscape/assay/assay.ts";
import type { Proposal, ProposeOptions } from "../propose.ts";
import { cleanShare } from "../synthesis/error-model.ts";
import { errorsWithin, type Frame } from "./frame.ts";

/** Measurements as letters that may be changed. */
export function measuredWithin(measurements: readonly Measurement[], frame: Frame): readonly Measurement[] {
  if (frame.held === 0) return measurements;
  return measurements.map((one) => ({ ...one, sequence: frame.vary(one.sequence) }));
}

/** What is asked, of letters that may be changed. */
export function askedWithin(options: ProposeOptions, frame: Frame): ProposeOptions {
  if (frame.held === 0) return options;
  const { exclude, errors } = options;
  return {
    ...options,
    ...(exclude === undefined ? {} : { exclude: Array.from(exclude).filter(frame.fits).map(frame.vary) }),
    ...(errors === undefined ? {} : { errors: errorsWithin(errors, frame) }),
  };
}

/** The answer, with whole sequences and what they change of a parent. */
export function wholeProposal(
  proposal: Proposal,
  frame: Frame,
  alphabet: string,
  { errors, parent }: Pick<ProposeOptions, "errors"> & { readonly parent?: Parent | undefined },
): Proposal {
  if (frame.held === 0 && parent === undefined) return proposal;
  const named = (sequence: string): { readonly mutations?: string } =>
    parent?.sequence.length === sequence.length ? { mutations: mutationsOf(sequence, parent) } : {};
  const designs = proposal.designs.map((design) => {
    const order = frame.whole(design.order);
    const sequence = frame.whole(design.nearest.sequence);
    return {
      ...design,
      order,
      ...named(order),
      nearest: { ...design.nearest, sequence, ...named(sequence) },
    };
  });
  // What is held is made with errors too.
  const clean =
    errors === undefined || frame.held === 0
      ? proposal.clean
      : cleanShare(
          errors,
          designs.map(({ order }) => Array.from(order, (letter) => alphabet.indexOf(letter))),
        );
  return { ...proposal, designs, clean };
}
