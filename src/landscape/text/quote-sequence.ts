/** How a sequence is shown in an error message: quoted, and shortened when it would drown the message. */

const LONGEST_SHOWN = 60;

/** Quotes a sequence for a message. */
export function quoteSequence(sequence: string): string {
  return sequence.length <= LONGEST_SHOWN
    ? JSON.stringify(sequence)
    : `${JSON.stringify(sequence.slice(0, LONGEST_SHOWN))}… (${sequence.length} letters)`;
}
