import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { studentCdf, studentQuantile } from "./student.ts";

describe("studentQuantile", () => {
  // NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2: upper critical values of Student's t distribution. The
  // value at 0.999 is from the Journal of the American Statistical Association, 1959; the handbook's last column is
  // off in the third decimal in places.
  test.each([
    [0.9, 1, 3.078],
    [0.95, 1, 6.314],
    [0.975, 1, 12.706],
    [0.99, 1, 31.821],
    [0.975, 2, 4.303],
    [0.975, 3, 3.182],
    [0.975, 4, 2.776],
    [0.975, 5, 2.571],
    [0.975, 9, 2.262],
    [0.975, 10, 2.228],
    [0.995, 10, 3.169],
    [0.999, 10, 4.144],
    [0.9, 30, 1.31],
    [0.975, 30, 2.042],
    [0.975, 100, 1.984],
  ])("the published table: probability %f, %i degrees: %f", (probability, degrees, expected) => {
    expect(Math.abs(studentQuantile(probability, degrees) - expected)).toBeLessThanOrEqual(0.00051);
  });

  test("one degree is Cauchy's distribution and two have a closed form", () => {
    for (const p of [0.001, 0.2, 0.45, 0.5 + 1e-12, 0.6, 0.75, 0.975, 0.999_999]) {
      const cauchy = -1 / Math.tan(Math.PI * p);
      const two = (2 * p - 1) / Math.sqrt(2 * p * (1 - p));
      // The tangent has few digits near its zero; there the line π(p − ½) is exact enough.
      expect(studentQuantile(p, 1) / (Math.abs(p - 0.5) < 1e-6 ? Math.PI * (p - 0.5) : cauchy)).toBeCloseTo(
        1,
        9,
      );
      expect(studentQuantile(p, 2) / two).toBeCloseTo(1, 12);
    }
  });

  test("many degrees approach the normal distribution: 1.959964 at 0.975", () => {
    expect(studentQuantile(0.975, 1e6)).toBeCloseTo(1.959_964 + 2.372e-6, 6);
    expect(Math.abs(studentQuantile(0.975, 1e9) - 1.959_963_987)).toBeLessThan(1e-8);
  });

  test("is the inverse of the distribution function, for any degrees", () => {
    const probability = fc.double({ min: 1e-9, max: 1 - 1e-9, noNaN: true });
    const degrees = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.double({ min: 1, max: 5000, noNaN: true }));
    fc.assert(
      fc.property(probability, degrees, (p, nu) => {
        const back = studentCdf(studentQuantile(p, nu), nu);
        expect(Math.abs(back - p)).toBeLessThan(1e-13 + 1e-11 * Math.min(p, 1 - p));
      }),
    );
  });

  test("is symmetric, and grows with the probability", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 511 }),
        fc.integer({ min: 1, max: 200 }),
        (numerator, degrees) => {
          const p = numerator / 1024;
          expect(studentQuantile(1 - p, degrees)).toBe(-studentQuantile(p, degrees));
          expect(studentQuantile(p + 1 / 1024, degrees)).toBeGreaterThan(studentQuantile(p, degrees));
        },
      ),
    );
  });

  test("mistakes are named", () => {
    expect(() => studentQuantile(1, 3)).toThrowError(/got a probability of 1/);
    expect(() => studentQuantile(0.9, 0)).toThrowError(/got 0 degrees/);
  });
});

describe("studentCdf", () => {
  test("agrees with the density summed up by the trapezoidal rule", () => {
    const sum = (t: number, nu: number): number => {
      // The density without its constant, over tan so that the whole line is a finite interval.
      const density = (x: number): number => (1 + (x * x) / nu) ** (-(nu + 1) / 2);
      const integral = (to: number): number => {
        const steps = 20_000;
        const from = -Math.PI / 2;
        const width = (to - from) / steps;
        let total = 0;
        for (let i = 1; i < steps; i++) {
          const x = Math.tan(from + i * width);
          total += density(x) * (1 + x * x) * width;
        }
        const end = Math.tan(to);
        return to < 1.57 ? total + (density(end) * (1 + end * end) * width) / 2 : total;
      };
      return integral(Math.atan(t)) / integral(Math.PI / 2);
    };
    for (const nu of [1.5, 3, 4, 7, 25]) {
      for (const t of [-2.5, -0.3, 0, 0.8, 3]) expect(studentCdf(t, nu)).toBeCloseTo(sum(t, nu), 3);
    }
    expect(studentCdf(0, 3)).toBe(0.5);
    expect([studentCdf(-Infinity, 3), studentCdf(Infinity, 3)]).toEqual([0, 1]);
  });
});
