import type { CommandSession, DoctorProbes } from "@/lib/cli/command-line";
import { codeOf } from "@/lib/core/error-code";

export interface Check {
  name: string;
  status: "ok" | "warn" | "fail";
  /** The finding. */
  detail: string;
  /** The advice; `null` when there is nothing to do. */
  advice: string | null;
}

export type SessionCheck = (session: CommandSession, probes: DoctorProbes) => Promise<Check[]>;

export function ok(name: string, detail: string): Check {
  return { name, status: "ok", detail, advice: null };
}

export function warn(name: string, detail: string, advice: string): Check {
  return { name, status: "warn", detail, advice };
}

export function fail(name: string, detail: string, advice: string): Check {
  return { name, status: "fail", detail, advice };
}

/** Returns the code or the class of an error, never its message, which may quote a connection string. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown failure";
  return codeOf(error) ?? error.name;
}
