/** Returns attributes as OTLP's JSON has them. */
export function attributesOf(values: Record<string, string | number | undefined>) {
  return Object.entries(values).flatMap(([key, value]) => {
    if (value === undefined) return [];
    return [{ key, value: typeof value === "string" ? { stringValue: value } : { intValue: String(value) } }];
  });
}

export function nanosOf(milliseconds: number): string {
  return String(BigInt(Math.round(milliseconds * 1_000)) * 1_000n);
}
