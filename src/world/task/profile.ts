/** `profile`: a position weight matrix from a file of motifs; what a letter is worth at each place, known exactly. */
import { WindageError } from "../../error.ts";
import type { Profile } from "../../landscape/automaton/profile-landscape.ts";
import { didYouMean } from "../../suggest.ts";
import { defineTask, ofAutomata, onTask } from "./task.ts";

const needs = [onTask("profile")];

export const profile = defineTask({
  ...ofAutomata,
  name: "profile",
  called: "profiles",
  one: () => "the task profile",
  help: "profile (see --profile)",
  takes: [],
  settings: {
    profile: {
      kind: "text",
      valueName: "file",
      opens: "file",
      needs,
      description:
        "A position weight matrix in MEME's minimal format or as JASPAR's counts; sequences are as long as it is, and score their log odds against the background.",
    },
    profileName: {
      kind: "text",
      valueName: "name",
      needs,
      description: "Which one, where the file has several: its name, the beginning of it, or a word of it.",
    },
  },
  async open(config) {
    const { decodeText, readUserFile } = await import("../../file/read-user-file.ts");
    const { parseProfiles } = await import("../../landscape/automaton/parse-profiles.ts");
    const { profileLandscape } = await import("../../landscape/automaton/profile-landscape.ts");
    const { overAutomaton } = await import("../lay-noise.ts");
    const { profile: file, profileName: name } = config;
    if (file === null) {
      throw new WindageError(
        "run/bad-options",
        (say) =>
          `task: got profile without a file, expected one; add ${say("profile")} motifs.meme (MEME's minimal format, or JASPAR's counts).`,
      );
    }
    const found = parseProfiles(decodeText(await readUserFile(file), file), file);
    return overAutomaton(profileLandscape(chosen(found, name, file)), config);
  },
});

function chosen(profiles: readonly Profile[], name: string | null, file: string): Profile {
  const fits = name === null ? profiles : profiles.filter((one) => one.name.startsWith(name));
  const named = fits.length > 0 ? fits : profiles.filter((one) => one.name.split(" ").includes(name ?? ""));
  const [only] = named.length === 1 ? named : named.filter((one) => one.name === name);
  if (only !== undefined) return only;
  const names = profiles.map((one) => one.name);
  const listed = `${names.slice(0, 8).join(", ")}${names.length > 8 ? `, … (${names.length})` : ""}`;
  const meant = name === null ? undefined : didYouMean(name, names);
  throw new WindageError(
    "run/bad-options",
    (say) =>
      `${say("profileName")}: got ${name === null ? "none" : `"${name}"`} for ${file} with ${names.length} profiles${meant === undefined ? "" : `; ${meant}`}, expected one of ${listed}.`,
  );
}
