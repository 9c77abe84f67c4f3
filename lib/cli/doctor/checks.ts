export interface Finding {
  status: "ok" | "warn" | "fail";
  /** The finding. */
  detail: string;
  /** The advice; `null` when there is nothing to do. */
  advice: string | null;
}

export interface Check extends Finding {
  name: string;
}

/** A line of the table of checks. It finds one thing under its own name, several under theirs, or nothing. */
export interface DoctorCheck<Asked> {
  name: string;
  run: (asked: Asked) => Found | Promise<Found>;
}

type Found = Finding | readonly Check[] | null;

export function ok(detail: string): Finding {
  return { status: "ok", detail, advice: null };
}

export function warn(detail: string, advice: string): Finding {
  return { status: "warn", detail, advice };
}

export function fail(detail: string, advice: string): Finding {
  return { status: "fail", detail, advice };
}

export function named(name: string, finding: Finding): Check {
  return { name, ...finding };
}

/** Runs the checks in their order. */
export async function runAll<Asked>(checks: readonly DoctorCheck<Asked>[], asked: Asked): Promise<Check[]> {
  const findings: Check[] = [];
  for (const { name, run } of checks) {
    const found = await run(asked);
    if (found !== null) findings.push(...("status" in found ? [named(name, found)] : found));
  }
  return findings;
}
