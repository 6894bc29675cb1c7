/** Strided views against the slow obvious version: the list of element numbers a view shows, in order. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Graph } from "../graph/graph.ts";
import type { Tensor } from "../graph/graph.ts";
import { broadcastable, permutations, shapes } from "../testing/arbitraries.fixture.ts";
import { sizeOf } from "../spec.ts";
import { materialise, reshape } from "./layout.ts";
import {
  broadcastView,
  memoryOrder,
  padRank,
  reshapeView,
  rowMajor,
  transposeView,
  wholeView,
} from "./view.ts";
import type { View } from "./view.ts";

const tensorOf = (shape: readonly number[]): Tensor => ({ name: "x", shape, dtype: "float32" });

/** Every index into an array of this shape, in row-major order. */
function indicesOf(shape: readonly number[]): number[][] {
  return shape.reduce<number[][]>(
    (list, size) => list.flatMap((prefix) => Array.from({ length: size }, (_, i) => prefix.concat(i))),
    [[]],
  );
}

/** The element numbers a view shows. */
const elements = ({ shape, strides }: View): number[] =>
  indicesOf(shape).map((index) => index.reduce((at, i, axis) => at + i * strides[axis]!, 0));

/** A view by a random transpose, then a random broadcast, then a random transpose. */
const views: fc.Arbitrary<View> = shapes().chain((shape) =>
  permutations(shape.length).chain((perm) => {
    const transposed = transposeView(wholeView(tensorOf(shape)), perm);
    return shapes({ max: 2 }).chain((added) => {
      const wide = added.concat(transposed.shape);
      const repeated = broadcastView(
        transposed,
        wide,
        added.map((_, i) => i),
      );
      return permutations(wide.length).map((last) => transposeView(repeated, last));
    });
  }),
);

const factors = (total: number): fc.Arbitrary<number[]> =>
  total === 1
    ? fc.constantFrom<number[][]>([], [1], [1, 1])
    : fc
        .constantFrom(...Array.from({ length: total - 1 }, (_, i) => i + 2).filter((n) => total % n === 0))
        .chain((first) => factors(total / first).map((rest) => [first].concat(rest)));

test("a whole view shows the elements in order", () => {
  fc.assert(
    fc.property(shapes(), (shape) => {
      expect(elements(wholeView(tensorOf(shape)))).toEqual(
        Array.from({ length: sizeOf(shape) }, (_, i) => i),
      );
      expect(rowMajor(shape).every((stride, axis) => shape[axis] !== 1 || stride === 0)).toBe(true);
    }),
  );
});

test("a transpose shows element (i, j, ..) where (perm) says", () => {
  fc.assert(
    fc.property(
      views.chain((view) => fc.tuple(fc.constant(view), permutations(view.shape.length))),
      ([view, perm]) => {
        const at = (index: readonly number[]): number =>
          index.reduce((sum, i, axis) => sum + i * view.strides[axis]!, 0);
        const moved = transposeView(view, perm);
        const expected = indicesOf(moved.shape).map((index) => {
          const original: number[] = [];
          perm.forEach((axis, i) => (original[axis] = index[i]!));
          return at(original);
        });
        expect(elements(moved)).toEqual(expected);
      },
    ),
  );
});

test("padding the rank changes nothing that is shown", () => {
  fc.assert(
    fc.property(views, fc.nat(7), (view, rank) => {
      const padded = padRank(view, rank);
      expect(padded.shape.length).toBe(Math.max(rank, view.shape.length));
      expect(elements(padded)).toEqual(elements(view));
    }),
  );
});

test("memory order lists the moving axes by falling stride", () => {
  fc.assert(
    fc.property(views, (view) => {
      const order = memoryOrder(view);
      const strides = order.map((axis) => view.strides[axis]!);
      expect(strides).toEqual(strides.toSorted((a, b) => b - a));
      const moving = view.shape.flatMap((_, axis) => (view.strides[axis] === 0 ? [] : [axis]));
      expect(order.toSorted((a, b) => a - b)).toEqual(moving);
    }),
  );
});

describe("reshape", () => {
  const cases = views.chain((view) => fc.tuple(fc.constant(view), factors(sizeOf(view.shape))));

  test("of a view shows the same elements, or says which axes are in the way", () => {
    let direct = 0;
    fc.assert(
      fc.property(cases, ([view, shape]) => {
        const result = reshapeView(view, shape);
        if ("view" in result) {
          direct++;
          expect(result.view.shape).toEqual(shape);
          expect(elements(result.view)).toEqual(elements(view));
        } else {
          expect(result.blocked.length).toBeGreaterThan(0);
          expect(result.blocked.every((axis) => view.shape[axis]! > 1)).toBe(true);
        }
      }),
      { numRuns: 400 },
    );
    expect(direct).toBeGreaterThan(40);
  });

  test("is refused only when no strides exist that would show the same elements", () => {
    // Strides of a reshape are forced: the distance between neighbours along each axis.
    const byBruteForce = (view: View, shape: readonly number[]): boolean => {
      const list = elements(view);
      const steps = rowMajor(shape);
      const strides = shape.map((size, axis) => (size === 1 ? 0 : list[steps[axis]!]! - list[0]!));
      const shown = elements({ tensor: view.tensor, shape, strides });
      return shown.every((element, i) => element === list[i]);
    };
    fc.assert(
      fc.property(cases, ([view, shape]) => {
        // Merging repeats with repeats (or anything evenly spaced) must be found, or merging would cost copies.
        expect("view" in reshapeView(view, shape)).toBe(byBruteForce(view, shape));
      }),
      { numRuns: 400 },
    );
  });

  test("with copies shows the same elements, whatever the view", () => {
    fc.assert(
      fc.property(cases, ([view, shape]) => {
        const graph = new Graph();
        const source = graph.input("x", view.tensor.shape, "float32");
        const result = reshape(graph, { ...view, tensor: source }, shape);
        expect(result.shape).toEqual(shape);
        expect(evaluate(graph, source, result)).toEqual(elements(view));
      }),
      { numRuns: 400 },
    );
  });
});

test("materialising writes every element out in order", () => {
  fc.assert(
    fc.property(
      views.chain((view) => fc.tuple(fc.constant(view), broadcastable(view.shape))),
      ([view]) => {
        const graph = new Graph();
        const source = graph.input("x", view.tensor.shape, "float32");
        const tensor = materialise(graph, { ...view, tensor: source });
        expect(tensor.shape).toEqual(view.shape);
        expect(evaluate(graph, source, wholeView(tensor))).toEqual(elements(view));
      },
    ),
  );
});

/** Runs the Reshape, Transpose and Expand nodes of a graph on element numbers. */
function evaluate(graph: Graph, source: Tensor, view: View): number[] {
  const values = new Map<Tensor, number[]>([
    [source, Array.from({ length: sizeOf(source.shape) }, (_, i) => i)],
  ]);
  for (const { op, inputs, outputs, attributes } of graph.nodes) {
    const [input, output] = [inputs[0]!, outputs[0]!];
    const data = values.get(input)!;
    const read = (index: readonly number[]): number => {
      const strides = rowMajor(input.shape);
      return data[index.reduce((at, i, axis) => at + i * strides[axis]!, 0)]!;
    };
    if (op === "Reshape") values.set(output, data);
    else if (op === "Transpose") {
      const perm = attributes["perm"] as number[];
      const original = (index: number[]): number[] =>
        input.shape.map((_, axis) => index[perm.indexOf(axis)]!);
      values.set(
        output,
        indicesOf(output.shape).map((index) => read(original(index))),
      );
    } else {
      expect(op).toBe("Expand");
      const missing = output.shape.length - input.shape.length;
      values.set(
        output,
        indicesOf(output.shape).map((index) =>
          read(index.slice(missing).map((i, axis) => (input.shape[axis] === 1 ? 0 : i))),
        ),
      );
    }
  }
  const data = values.get(view.tensor)!;
  return elements(view).map((at) => data[at]!);
}
