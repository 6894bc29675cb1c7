/** Options and arguments that reports, plots and terminal pictures share. */

/** What they are about, as it is typed. */
export const subject = {
  kind: "text",
  valueName: "what",
  description:
    "A run or a forecast by its name, a unique beginning of the name, latest or the path of its folder; a comparison or a design project by its folder.",
} as const;

/** For commands that write a page at their end. */
export const openOption = {
  open: { kind: "boolean", description: "Open the page of the report in the browser at the end." },
} as const;
