/** Means over the updates of an iteration, by name; every report has the same names. */
export function meanMetrics(reports: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const names = Object.keys(reports[0] ?? {});
  const mean = (name: string): number =>
    reports.reduce((sum, report) => sum + report[name]!, 0) / reports.length;
  return Object.fromEntries(names.map((name) => [name, mean(name)]));
}
