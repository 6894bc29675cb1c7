/** The biologist's story, as typed: a file with every blemish, an order as FASTA, results, a further round, kills. */
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createSim8 } from "../src/landscape/exact/sim8.ts";
import { Generator } from "../src/random/generator.ts";
import { windage } from "./windage.fixture.ts";

const world = windage();
const file = (name: string): string => join(world.files, name);
const table = createSim8();
const truth = (sequence: string): number => 100 * table.table[table.space.indexOf(sequence)]!;

/** Semicolons, decimal commas, a byte order mark, Windows line ends, lower case, repeats, gaps, a column too many. */
function messyAssay(rows: number): string {
  const generator = Generator.fromSeed(21);
  const lines = ["Nr;Oligo seq;Signal (a.u.);Remark"];
  for (let i = 0; i < rows; i++) {
    const sequence = table.space.sequenceAt(generator.integer(table.space.size));
    const value = (truth(sequence) + generator.normal()).toFixed(2).replace(".", ",");
    lines.push(
      `${i};${i % 9 === 0 ? sequence.toLowerCase() : sequence};${i % 31 === 0 ? "NA" : value};${i % 50 === 0 ? "ok" : ""}`,
    );
    if (i % 20 === 1) lines.push(`${i}b;${sequence};${value};`);
  }
  return `\uFEFF${lines.join("\r\n")}\r\n`;
}

const quick = ["--batch", "12", "--search", "evolution", "--steps", "15"];

describe("from a messy file to an order, and on", { timeout: 300_000 }, () => {
  test("the whole story", async () => {
    const [assay, order, project] = [file("assay.csv"), file("order.fasta"), file("project")];
    writeFileSync(assay, messyAssay(500));
    writeFileSync(file("banned.txt"), "ACGTACGT\nTTTTTTTT\n");
    const first = await world.run(
      "design",
      assay,
      "--batch",
      "12",
      "--steps",
      "40",
      "--alpha",
      "0.05",
      "--project",
      project,
      "--exclude",
      file("banned.txt"),
      "--out",
      order,
      "--format",
      "fasta",
    );
    expect(first).toMatchObject({ code: 0 });
    for (const said of [
      'sequences from "Oligo seq", scores from "Signal (a.u.)"',
      "decimal commas",
      "written in lower case, read as capitals",
      "rows without a value left out",
      "measured more than once",
      "What a score is worth (rank)",
      "banned.txt: 2 sequences never to propose.",
    ]) {
      expect(first.err).toContain(said);
    }
    expect(first.out).toContain("What to order");
    expect(first.out).toContain("12 sequences, none of them measured before");
    expect(first.out.replace(/\s+/g, " ")).toMatch(
      /what is made can follow its worth to 0\.\d+ nats at best/,
    );
    expect(first.out).toContain(`windage design tell ${project}`);
    const lines = readFileSync(order, "utf8").trim().split("\n");
    expect(lines).toHaveLength(24);
    const ordered = lines.filter((_, i) => i % 2 === 1);
    expect(lines[0]).toMatch(/^>r1-001 predicted=\d.* after_errors=\d.* nearest=[ACGT]{8} apart=[1-8]$/);
    for (const sequence of ordered) expect(sequence).toMatch(/^[ACGT]{8}$/);
    const measured = new Set(
      readFileSync(assay, "utf8")
        .toUpperCase()
        .split("\r\n")
        .map((line) => line.split(";")[1]),
    );
    expect(ordered.filter((sequence) => measured.has(sequence))).toEqual([]);

    // While the results are out, the same order is shown again.
    const again = await world.run("design", "propose", project, "--format", "fasta");
    expect(again.out.trim()).toBe(lines.join("\n"));
    const stays = await world.run("design", "propose", project, "--batch", "5", "--search", "evolution");
    expect(stays).toMatchObject({ code: 2 });
    expect(stays.err.replaceAll(/\s+/g, " ")).toContain(
      "--batch, --search: order 1 of this project waits for its results and stays as it is",
    );

    const results = file("results.csv");
    writeFileSync(
      results,
      ["sequence,score", ...ordered.map((sequence) => `${sequence},${truth(sequence)}`)].join("\n"),
    );
    const told = await world.run("design", "tell", project, results);
    expect(told).toMatchObject({ code: 0 });
    expect(told.out).toMatch(/ {2}1 +12 +12 +\d/);
    expect(told.out).toContain("Results of order 1, best first");
    for (const sequence of ordered)
      expect(told.out).toMatch(new RegExp(`^${sequence} .*(inside|above|below)$`, "m"));
    // As after a kill: the same command shows the same again, and content under another name is no new measurement.
    const twice = await world.run("design", "tell", project, results);
    expect(twice).toMatchObject({ code: 0, out: told.out });
    expect(twice.err).toContain("had been told already and counts once");
    cpSync(results, file("copy.csv"));
    const copy = await world.run("design", "tell", project, file("copy.csv"));
    expect(copy).toMatchObject({ code: 2 });
    expect(copy.err).toContain("which was told before");
    expect(await world.run("design", "tell", project, assay)).toMatchObject({ code: 2 });

    const second = JSON.parse(
      (await world.run("design", "propose", project, "--search", "evolution", "--json")).out,
    ) as {
      round: number;
      designs: { order: string }[];
    };
    expect(second.round).toBe(2);
    expect(second.designs.filter((design) => ordered.includes(design.order))).toEqual([]);
    const exceed = ["design", "propose", project, "--search", "evolution", "--again", "--aim", "exceed"];
    const unsaid = await world.run(...exceed);
    expect(unsaid).toMatchObject({ code: 2 });
    expect(unsaid.err).toContain("add --threshold.");
    const passed = await world.run(...exceed, "--threshold", "60", "--json");
    expect(JSON.parse(passed.out)).toMatchObject({ round: 3 });
    const idle = await world.run("design", "propose", project, "--again", "--threshold", "60");
    expect(idle.err).toContain("--threshold: got it, but it has an effect only with --aim exceed");
    const report = JSON.parse((await world.run("design", "report", project, "--json")).out) as {
      rounds: {
        measured: number;
        covered: number | null;
        designs: { order: string; came: number | null; lies: string | null }[];
      }[];
    };
    expect(report.rounds[0]!.designs.map(({ order: sequence, came }) => [sequence, came])).toEqual(
      ordered.map((sequence) => [sequence, expect.closeTo(truth(sequence), 9) as unknown]),
    );
    expect(report.rounds[0]!.designs.filter(({ lies }) => lies === "inside")).toHaveLength(
      Math.round(12 * report.rounds[0]!.covered!),
    );
    expect(report.rounds[1]!.designs[0]).toMatchObject({ came: null, lies: null });
    expect(report.rounds).toMatchObject([
      { measured: 12, covered: expect.any(Number) as unknown },
      { measured: 0, covered: null },
      { measured: 0, covered: null },
    ]);
  });

  test("a project killed at any point goes on to the same order", async () => {
    const assay = file("small.csv");
    writeFileSync(assay, messyAssay(200));
    const [whole, killed] = [file("whole"), file("killed")];
    await world.run("design", assay, ...quick, "--project", whole);
    cpSync(whole, killed, { recursive: true });
    for (const project of [whole, killed]) {
      writeFileSync(file("more.csv"), "sequence,score\nACGTACGT,12\nTTGACGCC,80\n");
      expect(await world.run("design", "tell", project, file("more.csv"))).toMatchObject({ code: 0 });
    }
    const expected = await world.run("design", "propose", whole, "--format", "csv");
    expect(expected.code).toBe(0);
    const { child, ended } = world.start("design", "propose", killed, "--format", "csv");
    await new Promise<void>((go) => child.stderr!.once("data", () => go()));
    child.kill("SIGKILL");
    await ended;
    // What a killed writer may leave behind: a file that no list names yet.
    writeFileSync(join(killed, "measured", "003.csv"), "half a fi");
    const resumed = await world.run("design", "propose", killed, "--format", "csv");
    expect(resumed.out).toBe(expected.out);
    expect(readdirSync(join(killed, "orders"))).toEqual(readdirSync(join(whole, "orders")));
  });

  test("spreadsheets, stdout, and one JSON document", async () => {
    const assay = file("stdout.csv");
    writeFileSync(assay, messyAssay(150));
    const excel = await world.run("design", assay, ...quick, "--format", "excel");
    expect(excel.out).toMatch(/^\uFEFFname;sequence;predicted;/);
    const json = JSON.parse((await world.run("design", assay, ...quick, "--json")).out) as Record<
      string,
      unknown
    >;
    expect(json).toMatchObject({
      assay: { dropped: 5 },
      round: 1,
      search: "evolution",
      utility: { kind: "rank" },
    });
  });
});

describe("scores over powers of ten", { timeout: 300_000 }, () => {
  const affinities = Array.from({ length: 90 }, (_, i) => {
    const sequence = table.space.sequenceAt((i * 7919) % table.space.size);
    return [sequence, String(Number((10 ** (3 - truth(sequence) / 25)).toPrecision(4)))] as const;
  });
  const known = new Map(affinities);
  const best = Math.min(...[...known.values()].map(Number));
  const words = ["--minimize", "--log", ...quick];

  test("everything is shown in the unit of the file", async () => {
    const assay = file("kd.csv");
    writeFileSync(assay, ["sequence,Kd", ...affinities.map((row) => row.join(","))].join("\n"));
    const csv = await world.run("design", assay, ...words, "--format", "csv");
    const [head, ...rows] = csv.out.trim().split("\n");
    const columns = head!.split(",");
    const cell = (row: string, name: string): string => row.split(",")[columns.indexOf(name)]!;
    expect(rows).toHaveLength(12);
    for (const row of rows) {
      expect(cell(row, "nearest_score")).toBe(known.get(cell(row, "nearest_measured")));
      const [low, middle, high] = ["predicted_low", "predicted", "predicted_high"].map((name) =>
        Number(cell(row, name)),
      );
      expect(low).toBeGreaterThan(0);
      expect(low).toBeLessThanOrEqual(middle!);
      expect(middle).toBeLessThanOrEqual(high!);
    }
    // The picture has powers of ten, and it is said of what a worth is.
    expect(csv.err.replaceAll(/\s+/g, " ")).toContain("of log10 of the scores (--log)");
    const edges = [...csv.err.matchAll(/^ {2}(\S+) … \S+ /gm)].map(([, edge]) => Number(edge));
    expect(edges).toHaveLength(10);
    expect(edges[0]! / best).toBeCloseTo(1, 2);
    const fasta = await world.run("design", assay, ...words, "--format", "fasta");
    expect(/predicted=(\S+)/.exec(fasta.out)![1]).toBe(cell(rows[0]!, "predicted"));

    const json = JSON.parse((await world.run("design", assay, ...words, "--json")).out) as {
      designs: { predicted: { middle: number }; nearest: { sequence: string; score: number } }[];
    };
    expect(json).toMatchObject({ units: { designs: "file", models: "log10", utility: "log10" } });
    expect(json.designs[0]!.predicted.middle).toBeCloseTo(Number(cell(rows[0]!, "predicted")), 4);
    for (const { nearest } of json.designs) expect(String(nearest.score)).toBe(known.get(nearest.sequence));
  });

  test("a table, a project, its report and a threshold are too", async () => {
    const [assay, project] = [file("kd-project.csv"), file("kd-project")];
    writeFileSync(assay, ["sequence,Kd", ...affinities.map((row) => row.join(","))].join("\n"));
    const exceed = ["--aim", "exceed", "--threshold"];
    const refused = await world.run("design", assay, ...words, ...exceed, "-0.5");
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.err.replaceAll(/\s+/g, " ")).toContain(
      "expected a score above 0, in the unit of the file",
    );
    const first = await world.run("design", assay, ...words, ...exceed, String(best), "--project", project);
    const said = first.out.replaceAll(/\s+/g, " ");
    expect(said).toContain("error (log10)");
    expect(said).toContain("in the unit of the file");
    expect(said).toContain("predicted geometric mean ");
    expect(said).toContain(`best measured so far ${Number(best.toPrecision(3))}`);
    const kept = JSON.parse(readFileSync(join(project, "project.json"), "utf8")) as {
      settings: { round: { threshold: number } };
    };
    // What is kept is what a round works with, as it always was.
    expect(kept.settings.round.threshold).toBeCloseTo(Math.log10(best), 9);
    const order = JSON.parse((await world.run("design", "propose", project, "--json")).out) as {
      designs: { order: string; predicted: { middle: number } }[];
    };
    const results = [
      "sequence,Kd",
      ...order.designs.slice(0, 2).map(({ order: made }, i) => `${made},${4 ** i}`),
    ];
    writeFileSync(file("kd-results.csv"), results.join("\n"));
    await world.run("design", "tell", project, file("kd-results.csv"));
    const report = await world.run("design", "report", project, "--json");
    expect(JSON.parse(report.out)).toMatchObject({
      units: { scores: "file", means: "geometric" },
      best: { score: Math.min(best, 1) },
      rounds: [{ measured: 2, meanMeasured: 2 }],
    });
    expect((await world.run("design", "report", project)).out.replaceAll(/\s+/g, " ")).toContain(
      "Scores are in the unit of the files, and means are geometric",
    );
  });
});

describe("what is refused, with exit code 2", { timeout: 60_000 }, () => {
  test.each([
    ["no.csv", undefined, [], /there is no file .*no\.csv/],
    [
      "letters.csv",
      "sequence,score\nACGT,1\nACGT,2\nACGT,2\nACGT,2\nACGT,2\nACGT,2\nACGT,2\nACGT,2\nACGT,2\nACGT,2\nACXT,2\n",
      [],
      /letters.csv:12: column "sequence": "ACXT" has "X"/,
    ],
    ["few.csv", "sequence,score\nACGT,1\n", [], /got 1 measured sequence, expected at least 20/],
    ["two.csv", "sequence,before,after\nACGT,1,2\n", [], /several columns that could be scores/],
    [
      "negative.csv",
      `sequence,score\n${Array.from({ length: 64 }, (_, i) => `${"ACGT"[i % 4]}${"ACGT"[(i >> 2) % 4]}${"ACGT"[i >> 4]},-${i}.5`).join("\n")}\n`,
      ["--utility", "given"],
      /at the floor.*--utility rank/,
    ],
    ["list.fasta", ">a\nACGT\n>b\nAAAA\n", [], /list.fasta: got FASTA, which has sequences without scores/],
    [
      "book.xlsx",
      "PK\u0003\u0004",
      [],
      /book.xlsx: got a workbook that cannot be read: .* Save the sheet as csv/,
    ],
    ["zero.csv", `sequence,score\n${"ACGT,0\n".repeat(3)}`, ["--log"], /--log: ACGT scores 0/],
  ])("%s", async (name, text, words, message) => {
    if (text !== undefined) writeFileSync(file(name), text);
    const { code, err } = await world.run("design", file(name), ...words);
    expect(err).toMatch(message);
    expect(code).toBe(2);
  });

  test("what cannot be learned from, without a picture of what it is worth and without a project", async () => {
    const equal = messyAssay(40).replaceAll(/-?\d+,\d+/g, "1,5");
    for (const [name, text] of [
      ["equal.csv", equal],
      ["one.csv", "sequence,score\nACGT,1\n"],
    ] as const) {
      writeFileSync(file(name), text);
      const { code, err } = await world.run("design", file(name), "--project", file("hopeless"));
      expect(code).toBe(2);
      expect(existsSync(file("hopeless"))).toBe(false);
      expect(err).not.toMatch(/worth|Caution|Fitting/);
    }
  });

  test("what a search would not heed, and a project where no folder can be", async () => {
    const assay = file("heed.csv");
    writeFileSync(assay, messyAssay(40));
    for (const [words, message] of [
      [
        ["--search", "thompson", "--aim", "safe", "--kappa", "2"],
        /--aim, --kappa: got them, but .* thompson;/,
      ],
      [["--search", "thompson", "--steps", "3"], /--steps: got it, but with --search thompson/],
      [["--search", "evolution", "--decide-ahead", "2"], /--decide-ahead: got it, but .* --search gflownet;/],
      [
        ["--project", join(assay, "x")],
        /no folder can be made \(part of the path is a file\), expected a new/,
      ],
    ] as const) {
      const { code, err } = await world.run("design", assay, ...words);
      expect(err).toMatch(message);
      expect(code).toBe(2);
    }
  });

  test("a folder that is no project, and a noise matrix that is none", async () => {
    const none = await world.run("design", "propose", file("nowhere"));
    expect(none).toMatchObject({ code: 2 });
    expect(none.err).toContain("begin one with");
    writeFileSync(file("ok.csv"), messyAssay(40));
    writeFileSync(file("matrix.csv"), "intended,A,C,G,T\nA,5,1,1,1\n");
    const matrix = await world.run("design", file("ok.csv"), "--noise-matrix", file("matrix.csv"));
    expect(matrix).toMatchObject({ code: 2 });
    expect(matrix.err).toContain("sums to 8");
  });
});

test("noise fit leaves out reads with letters that could not be told", { timeout: 60_000 }, async () => {
  writeFileSync(file("n.csv"), "intended,observed,count\nACGT,ACGT,900\nACGT,ACGA,100\nACGT,ANGT,3\n");
  const fitted = await world.run("noise", "fit", file("n.csv"), "--out", file("errors-n.csv"));
  expect(fitted, fitted.err).toMatchObject({ code: 0 });
  expect(fitted.out).toContain(
    "3 reads with N, a letter that could not be told, or with nothing in it left out.",
  );
  expect(readFileSync(file("errors-n.csv"), "utf8")).toContain("T,0.1,0,0,0.9");
});

test("noise fit writes a matrix that design takes", { timeout: 60_000 }, async () => {
  writeFileSync(file("reads.csv"), "intended,observed,count\nACGT,ACGT,900\nACGT,ACGA,100\nACGT,ACG,3\n");
  const fitted = await world.run("noise", "fit", file("reads.csv"), "--out", file("errors.csv"));
  expect(fitted).toMatchObject({ code: 0 });
  const unwritten = await world.run("noise", "fit", file("reads.csv"), "--lengths");
  expect(unwritten.err).toContain("--lengths: got it, but it has an effect only with --out;");
  expect(fitted.out).toContain("3 reads have another length");
  expect(readFileSync(file("errors.csv"), "utf8")).toBe(
    "intended,A,C,G,T\nA,1,0,0,0\nC,0,1,0,0\nG,0,0,1,0\nT,0.1,0,0,0.9\n",
  );
  writeFileSync(file("for-noise.csv"), messyAssay(60));
  const design = await world.run(
    "design",
    file("for-noise.csv"),
    ...quick,
    "--noise-matrix",
    file("errors.csv"),
    "--json",
  );
  const { clean, designs } = JSON.parse(design.out) as {
    clean: number;
    designs: readonly { order: string }[];
  };
  // Of the letters T alone comes out wrong, one in ten.
  const chances = designs.map(({ order }) => 0.9 ** (order.split("T").length - 1));
  expect(clean).toBeCloseTo(chances.reduce((sum, chance) => sum + chance, 0) / chances.length, 9);
});
