/** The longest path from the first node of a graph given as lists of children; Infinity where there is a cycle. */
export function longestPath(children: readonly (readonly number[])[]): number {
  const unknown = -1;
  const open = -2;
  const depth = new Float64Array(children.length).fill(unknown);
  const stack = [0];
  while (stack.length > 0) {
    const node = stack.at(-1)!;
    if (depth[node] === unknown) {
      depth[node] = open;
      for (const child of children[node]!) {
        if (depth[child] === open) return Infinity;
        if (depth[child] === unknown) stack.push(child);
      }
      continue;
    }
    stack.pop();
    // A node may wait on the stack more than once; only its first return closes it.
    if (depth[node] === open) {
      depth[node] = children[node]!.reduce((longest, child) => Math.max(longest, 1 + depth[child]!), 0);
    }
  }
  return depth[0]!;
}
