/** Rules of `windage sample` that change nothing beside the others. */
import type { SampleRules } from "../../job/sample/select-samples.ts";

/** What was asked for and changes nothing beside the other rules, in sentences; `count` where it was given. */
export function idleRules(
  {
    unique,
    top,
    minDistance,
  }: Pick<SampleRules, "unique" | "minDistance"> & { readonly top: number | undefined },
  count: number | undefined,
): readonly string[] {
  const once = [
    ...(top === undefined ? [] : ["--top"]),
    ...(minDistance === undefined ? [] : ["--min-distance"]),
  ];
  const lone = (top ?? count) === 1;
  const apart = [
    ...(unique && once.length === 0 ? ["--unique"] : []),
    ...(minDistance ? ["--min-distance"] : []),
  ];
  const many = top === undefined || count === undefined || count >= 20 * top;
  return [
    ...(unique && once.length > 0
      ? [
          `--unique adds nothing: ${once.join(" and ")} ${once.length === 1 ? "keeps" : "keep"} each sequence once.`,
        ]
      : []),
    ...(!lone && top !== undefined && minDistance === 1
      ? ["--min-distance 1 adds nothing: --top keeps each sequence once."]
      : []),
    ...(lone && apart.length > 0
      ? [
          `${apart.join(" and ")} ${apart.length === 1 ? "adds" : "add"} nothing: a single sequence has no other beside it.`,
        ]
      : []),
    ...(many ? [] : [`--count ${count} adds nothing: --top ${top} chooses from at least ${20 * top}.`]),
  ];
}
