/** The numbers by which a thread is told what to do: the run that is ordered, and the last one that has succeeded. */
export const ordered = 0;
export const succeeded = 1;

/** In place of a run: end. */
export const ending = -1;
