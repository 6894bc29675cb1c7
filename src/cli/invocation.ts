/**
 * What is typed to start Windage here, so that lines to copy work where they are read: `windage` once it is installed for
 * the user, `npx windage` inside a project or a clone of the repository, whose programs no shell finds by themselves.
 */

/** The word or words before a command's name. */
export type Invocation = "windage" | "npx windage";

/** Started by `npx windage` or by a script of a package.json: what npm runs is found by npm alone. */
const byNpm = /(?:^|[\s'"&;|])windage(?=$|[\s'"&;|])/;

/** How this process was started. */
export function invocationOf(environment: Readonly<Record<string, string | undefined>>): Invocation {
  return byNpm.test(environment["npm_lifecycle_script"] ?? "") ? "npx windage" : "windage";
}

/** Commands in prose stand in quotes, or after a colon; others are names, such as in "windage train: got …". */
const commands = /(?<="|: )windage (?=[a-z-]+(?:[ "\n]|$))/g;

/** The text with its lines to copy as they work here. */
export function asTyped(text: string, invocation: Invocation): string {
  return invocation === "windage" ? text : text.replaceAll(commands, `${invocation} `);
}

/** The same for a line that is a command, such as an example. */
export function lineAsTyped(line: string, invocation: Invocation): string {
  return line.replace(/^windage(?= |$)/, invocation);
}
