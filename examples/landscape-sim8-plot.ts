/**
 * Draws docs/images/sim8.svg: how the scores of the built-in landscape are distributed, how the reward shifts
 * the mass to the right, and the binding energies behind it.
 *
 *     npx tsx examples/landscape-sim8-plot.ts [file.svg]
 */

import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createSim8, Reward, SIM8_DOMAINS } from "windage";

const BINS = 50;
const INK = "#1f2933";
const FAINT = "#6b7785";
const GRID = "#e4e8ec";
const COUNT = "#9fb3c8";
const MASS = "#d9622b";
const FONT = "font-family='Helvetica, Arial, sans-serif'";

const landscape = createSim8();
const reward = new Reward({ exponent: 3, floor: 1e-3 });

const counts = new Float64Array(BINS);
const mass = new Float64Array(BINS);
for (const score of landscape.table) {
  const bin = Math.min(BINS - 1, Math.floor(score * BINS));
  counts[bin]! += 1 / landscape.table.length;
  mass[bin]! += reward.reward(score);
}
const total = mass.reduce((sum, value) => sum + value, 0);
for (let bin = 0; bin < BINS; bin++) mass[bin]! /= total;

const high = landscape.table.filter((score) => score >= 0.9).length;

const target = process.argv[2] ?? fileURLToPath(new URL("../docs/images/sim8.svg", import.meta.url));
await writeFile(target, draw());
console.log(`wrote ${target}`);

function draw(): string {
  return [
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 960 420' width='960' height='420' ${FONT}>`,
    "<title>The simulated landscape sim8: distribution of scores and binding energies</title>",
    "<rect width='960' height='420' fill='#ffffff'/>",
    histogram(64, 56, 500, 290),
    energies(SIM8_DOMAINS[0]!, 640, 56),
    energies(SIM8_DOMAINS[1]!, 640, 226),
    scale(640, 388),
    "</svg>\n",
  ].join("\n");
}

function histogram(left: number, top: number, width: number, height: number): string {
  const most = 0.06;
  const x = (score: number): number => left + score * width;
  const y = (share: number): number => top + height - (share / most) * height;
  const parts = [text(left, 28, "All 65,536 8-mers by score", { size: 16, weight: "bold" })];
  for (const share of [0, 0.02, 0.04, 0.06]) {
    parts.push(line(left, y(share), left + width, y(share), GRID));
    parts.push(text(left - 8, y(share) + 4, `${Math.round(share * 100)} %`, { anchor: "end", fill: FAINT }));
  }
  parts.push(
    `<rect x='${x(0.9)}' y='${top + 76}' width='${width / 10}' height='${height - 76}' fill='#fdf1e8'/>`,
  );
  for (const [bin, share] of counts.entries()) {
    const at = x(bin / BINS);
    parts.push(
      `<rect x='${round(at + 0.5)}' y='${round(y(share))}' width='${round(width / BINS - 1)}' height='${round(top + height - y(share))}' fill='${COUNT}'/>`,
    );
  }
  const steps = Array.from(
    mass,
    (share, bin) =>
      `${round(x(bin / BINS))},${round(y(share))} ${round(x((bin + 1) / BINS))},${round(y(share))}`,
  );
  parts.push(
    `<polyline points='${steps.join(" ")}' fill='none' stroke='${MASS}' stroke-width='2' stroke-linejoin='round'/>`,
  );
  parts.push(line(left, top + height, left + width, top + height, INK));
  for (const score of [0, 0.2, 0.4, 0.6, 0.8, 1]) {
    parts.push(line(x(score), top + height, x(score), top + height + 5, INK));
    parts.push(text(x(score), top + height + 20, score.toFixed(1), { anchor: "middle", fill: FAINT }));
  }
  parts.push(
    text(left + width / 2, top + height + 42, "score y (normalised occupancy)", { anchor: "middle" }),
  );
  parts.push(`<rect x='${left + 12}' y='${top + 8}' width='12' height='12' fill='${COUNT}'/>`);
  parts.push(text(left + 30, top + 18, "share of the sequences"));
  parts.push(line(left + 12, top + 34, left + 24, top + 34, MASS, 2));
  parts.push(text(left + 30, top + 38, "share of the target, R = max(y³, 0.001)"));
  parts.push(
    text(x(1), top + 68, `${high} sequences score 0.9 or more`, {
      anchor: "end",
      fill: FAINT,
      size: 11,
    }),
  );
  return parts.join("\n");
}

function energies(domain: (typeof SIM8_DOMAINS)[number], left: number, top: number): string {
  const { affinity, name, strength } = domain;
  const [cellWidth, cellHeight] = [42, 26];
  const site = affinity.map((row) => "ACGT"[row.indexOf(1)]).join("");
  const title = `${name[0]!.toUpperCase()}${name.slice(1)}: best site ${site}`;
  const parts = [
    text(left, top - 28, title, { size: 16, weight: "bold" }),
    text(left, top - 10, `relative strength ${strength}, energies above the best base in kT`, {
      fill: FAINT,
    }),
  ];
  for (const [base, letter] of ["A", "C", "G", "T"].entries()) {
    const y = top + base * cellHeight;
    parts.push(text(left - 10, y + 18, letter, { anchor: "end", weight: "bold" }));
    for (const [position, row] of affinity.entries()) {
      const energy = -Math.log(row[base]!);
      const x = left + position * cellWidth;
      parts.push(
        `<rect x='${x}' y='${y}' width='${cellWidth - 2}' height='${cellHeight - 2}' rx='2' fill='${shade(energy)}'/>`,
      );
      const fill = energy < 1.2 ? "#ffffff" : INK;
      parts.push(
        text(x + cellWidth / 2 - 1, y + 16, Math.abs(energy).toFixed(1), {
          anchor: "middle",
          fill,
          size: 11,
        }),
      );
    }
  }
  return parts.join("\n");
}

function scale(left: number, top: number): string {
  const parts = [text(left, top - 4, "strong binding", { fill: FAINT, size: 11 })];
  for (let step = 0; step <= 10; step++) {
    parts.push(
      `<rect x='${left + 80 + step * 8}' y='${top - 13}' width='8' height='11' fill='${shade(step * 0.3)}'/>`,
    );
  }
  parts.push(text(left + 174, top - 4, "weak binding", { fill: FAINT, size: 11 }));
  return parts.join("\n");
}

/** Dark for low energy, pale for 3 kT and above. */
function shade(energy: number): string {
  const pale = Math.min(1, energy / 3);
  const mix = (dark: number, light: number): number => Math.round(dark + (light - dark) * pale);
  return `rgb(${mix(36, 240)},${mix(86, 244)},${mix(130, 248)})`;
}

interface TextStyle {
  readonly anchor?: "start" | "middle" | "end";
  readonly fill?: string;
  readonly size?: number;
  readonly weight?: "normal" | "bold";
}

function text(x: number, y: number, content: string, style: TextStyle = {}): string {
  const { anchor = "start", fill = INK, size = 12, weight = "normal" } = style;
  return `<text x='${round(x)}' y='${round(y)}' font-size='${size}' font-weight='${weight}' text-anchor='${anchor}' fill='${fill}'>${content}</text>`;
}

function line(x1: number, y1: number, x2: number, y2: number, stroke: string, width = 1): string {
  return `<line x1='${round(x1)}' y1='${round(y1)}' x2='${round(x2)}' y2='${round(y2)}' stroke='${stroke}' stroke-width='${width}'/>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
