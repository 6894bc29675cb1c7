/**
 * What an HTTP answer means for trying again: which statuses are worth it, and how long the server asked to
 * wait. Pure functions; the requests are made in `http-oracle.ts`.
 */

/** Whether a status is likely to pass: the server is busy, or failing for now. */
export function isTransient(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** The wait a Retry-After header asks for, in milliseconds; nothing when it is absent or unreadable. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Removes every given secret from a text; short values are kept, they would turn messages into noise. */
export function redact(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) if (secret.length >= 4) clean = clean.replaceAll(secret, "[redacted]");
  return clean;
}
