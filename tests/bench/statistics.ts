/** The value below which the share `q` of the values lies, between 0 and 1 (nearest rank). Throws when there is none. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * q) - 1)];
  if (value === undefined) throw new RangeError("nothing was measured");
  return value;
}

/** With an even number of values, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (quantile(sorted, 0.5) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

export interface Comparison {
  /** Milliseconds of each run. */
  ours: number[];
  bare: number[];
}

/** Runs both sides in turn, and changes which of them comes first from round to round. */
export async function alternate(
  rounds: number,
  sides: { ours: () => Promise<number>; bare: () => Promise<number> },
): Promise<Comparison> {
  const result: Comparison = { ours: [], bare: [] };
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? (["ours", "bare"] as const) : (["bare", "ours"] as const);
    for (const side of order) result[side].push(await sides[side]());
  }
  return result;
}
