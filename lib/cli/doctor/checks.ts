import { codeOf } from "@/lib/core/error-code";
import type { Session } from "../command-line";

export interface Check {
  name: string;
  status: "ok" | "warn" | "fail";
  /** What was found. */
  detail: string;
  /** What to do; `null` when there is nothing to do. */
  advice: string | null;
}

/** What is looked at without a session, because it may be why there is none. */
export interface DoctorProbes {
  nodeVersion: string;
  /** Where programs are looked for. */
  searchPath: string;
  /** Absolute; only the embedded databases need it. */
  dataDir: string;
  isEmbedded: boolean;
  redisUrl: string | null;
  /** Names of the migrations that this version brings along. */
  listMigrations(): Promise<string[]>;
  /** Extensions that customers may install. */
  allowedExtensions: readonly string[];
}

export type SessionCheck = (session: Session, probes: DoctorProbes) => Promise<Check[]>;

export function ok(name: string, detail: string): Check {
  return { name, status: "ok", detail, advice: null };
}

export function warn(name: string, detail: string, advice: string): Check {
  return { name, status: "warn", detail, advice };
}

export function fail(name: string, detail: string, advice: string): Check {
  return { name, status: "fail", detail, advice };
}

/** A code or a class, never a message: messages may quote a connection string. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown failure";
  return codeOf(error) ?? error.name;
}
