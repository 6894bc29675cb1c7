/** Ways to damage a folder: what a bad disk, a careless hand or a stranger does to files. */
import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Generator } from "../../src/random/generator.ts";
import { pick, randomBytes } from "./campaign.ts";

/** Every file below a folder. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

type Damage = (random: Generator, file: string) => void;

function edit(file: string, change: (bytes: Buffer) => Uint8Array): void {
  writeFileSync(file, change(readFileSync(file)));
}

/** What accidents do. */
const accidents: Readonly<Record<string, Damage>> = {
  "a changed bit": (random, file) =>
    edit(file, (bytes) => {
      if (bytes.length > 0) bytes[random.integer(bytes.length)]! ^= 1 << random.integer(8);
      return bytes;
    }),
  "changed bytes": (random, file) =>
    edit(file, (bytes) => {
      for (let i = 0; i < 20 && bytes.length > 0; i++)
        bytes[random.integer(bytes.length)] = random.integer(256);
      return bytes;
    }),
  "a cut end": (random, file) => truncateSync(file, random.integer(statSync(file).size + 1)),
  "an added end": (random, file) => edit(file, (bytes) => Buffer.concat([bytes, randomBytes(random, 40)])),
  "zeros in the middle": (random, file) =>
    edit(file, (bytes) => bytes.fill(0, random.integer(bytes.length + 1), bytes.length)),
  "an empty file": (_, file) => truncateSync(file, 0),
  "a missing file": (_, file) => rmSync(file),
};

/** What a stranger does. */
const attacks: Readonly<Record<string, Damage>> = {
  "a folder in its place": (_, file) => {
    rmSync(file);
    mkdirSync(file);
  },
  "a pipe in its place": (_, file) => {
    rmSync(file);
    execFileSync("mkfifo", [file]);
  },
  "an endless file in its place": (_, file) => {
    rmSync(file);
    symlinkSync("/dev/zero", file);
  },
  "deep nesting": (_, file) => writeFileSync(file, `{"a":${"[".repeat(50_000)}`),
  "a prototype": (_, file) => writeFileSync(file, '{"__proto__":{"x":1},"format":"windage-run"}'),
  "a long number": (_, file) => writeFileSync(file, `{"iteration":${"9".repeat(100_000)}}\n`),
};

/** Damages one random file below a folder and says how. */
export function damage(random: Generator, folder: string, hostile: boolean): string {
  const kinds = hostile ? { ...accidents, ...attacks } : accidents;
  const kind = pick(random, Object.keys(kinds));
  const file = pick(random, filesBelow(folder));
  kinds[kind]!(random, file);
  return `${kind}: ${file.slice(folder.length + 1)}`;
}
