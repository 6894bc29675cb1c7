/**
 * Which trajectories of a batch are compared with each other where there are conditions. At best a cost is −log Z(z), so
 * a mean over several conditions says little about one of them; and since groups are made from conditions alone, the
 * mean of the others in a group changes no expectation. Trajectories of one condition are a group. Numbers and tokens
 * may differ in every trajectory: what is alone under its condition is grouped with what is near it, but never with
 * another category, because nobody knows what categories have in common.
 */
import { contextKey, contextWidth, writeContext } from "../../environment/context.ts";
import { categoryOf } from "../../landscape/context.ts";
import type { Context, ContextSpec } from "../../landscape/context.ts";

/** Neighbours that are not told apart any more: groups of twice as many are halved. */
const fewest = 8;

/** The number of the group of each trajectory, from 0 on. */
export function peerGroups(spec: ContextSpec, contexts: readonly Context[]): Int32Array {
  const all = contexts.map((_, b) => b);
  const same = [...groupBy(all, (b) => contextKey(contexts[b])).values()];
  const alone = same.filter((members) => members.length === 1).flat();
  const rows = contexts.map((context) => rowOf(spec, context));
  const hasCategory = spec.kind === "category" || spec.kind === "category+vector";
  const near = [...groupBy(alone, (b) => (hasCategory ? categoryOf(contexts[b]) : 0)).values()];
  const groups = new Int32Array(contexts.length);
  [
    ...same.filter((members) => members.length > 1),
    ...near.flatMap((members) => halved(members, rows)),
  ].forEach((members, group) => {
    for (const b of members) groups[b] = group;
  });
  return groups;
}

/** Halves where numbers differ most, again and again. */
function halved(members: readonly number[], rows: readonly Float64Array[]): (readonly number[])[] {
  if (members.length < 2 * fewest) return [members];
  const column = widest(members, rows);
  const sorted = members.toSorted((a, b) => rows[a]![column]! - rows[b]![column]! || a - b);
  const middle = members.length >> 1;
  return [...halved(sorted.slice(0, middle), rows), ...halved(sorted.slice(middle), rows)];
}

/** The number whose range among these members is the largest part of its range in the batch. */
function widest(members: readonly number[], rows: readonly Float64Array[]): number {
  const own = rangesOf(members.map((b) => rows[b]!));
  const whole = rangesOf(rows);
  const shares = own.map((range, column) => range / (whole[column]! || 1));
  return shares.indexOf(Math.max(...shares));
}

function rangesOf(rows: readonly Float64Array[]): number[] {
  return Array.from(rows[0]!, (_, column) => {
    let [low, high] = [Infinity, -Infinity];
    for (const row of rows) {
      low = Math.min(low, row[column]!);
      high = Math.max(high, row[column]!);
    }
    return high - low;
  });
}

function rowOf(spec: ContextSpec, context: Context): Float64Array {
  const row = new Float64Array(contextWidth(spec));
  writeContext(spec, context, row, 0);
  return row;
}

function groupBy<Key>(members: readonly number[], keyOf: (b: number) => Key): Map<Key, number[]> {
  const groups = new Map<Key, number[]>();
  for (const b of members) {
    const group = groups.get(keyOf(b));
    if (group) group.push(b);
    else groups.set(keyOf(b), [b]);
  }
  return groups;
}
