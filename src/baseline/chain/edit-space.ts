/**
 * Edits of finished objects: what a Markov chain proposes. An edit is an intention like any other, so the environment's
 * noise decides which edit is really written. Edits are numbered, and come in groups within which noise can put one in
 * the place of another: the letters at one position of a sequence, the directions on a grid.
 *
 * No two edits that change an object make the same one of it, so the probability of a step is that of its edit.
 */
/** Edits `first … first + size − 1`. */
export interface EditGroup {
  readonly first: number;
  readonly size: number;
  /** P(written | intended) within the group, row-major, one row per intention. */
  readonly kernel: Float64Array;
}

/** A finished object as numbers: the tokens of a sequence, the coordinates of a point. */
export type EditObject = readonly number[];

export interface EditSpace {
  readonly editCount: number;
  readonly groups: readonly EditGroup[];
  groupOf(edit: number): EditGroup;
  parse(text: string): EditObject;
  format(object: EditObject): string;
  /** The object after an edit: the very same one where nothing changes, undefined where there is no such object. */
  apply(object: EditObject, edit: number): EditObject | undefined;
  /** The edit that leads back after `edit` was applied to `object`. */
  undo(object: EditObject, edit: number): number;
  /** Numbers that describe an object to a network. */
  readonly featureCount: number;
  /** Writes `featureCount` numbers from `offset` on, which come as zeros. */
  encode(object: EditObject, out: Float32Array, offset: number): void;
}
