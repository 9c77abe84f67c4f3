import type { FunctionLogLine, FunctionOutcome } from "@/lib/core/ports/function-runtime";
import type { LogLevel } from "./resource";

export interface NewEntry {
  functionId: string;
  versionId: string | null;
  invocationId: string;
  at: Date;
  kind: "line" | "exception" | "invocation" | "schedule";
  level: LogLevel;
  message: string;
  /** The result of the invocation, which its last entry alone has. */
  outcome: FunctionOutcome["outcome"] | null;
  durationMs: number | null;
}

const LEVELS: Record<FunctionLogLine["level"], LogLevel> = {
  debug: "debug",
  log: "info",
  info: "info",
  warn: "warn",
  error: "error",
};

const WORDS: Record<Exclude<FunctionOutcome["outcome"], "ok">, string> = {
  exception: "failed with an error",
  timeout: "took longer than allowed",
  killed: "was ended: it used more memory or time than allowed",
  unavailable: "was not run",
};

/** Returns the entries of an invocation in their order, the outcome of it last. */
export function entriesOf(outcome: FunctionOutcome): NewEntry[] {
  const { functionId, versionId, invocationId, startedAt, durationMilliseconds } = outcome;
  const common = { functionId, versionId, invocationId, outcome: null, durationMs: null };
  const endedAt = new Date(startedAt.getTime() + durationMilliseconds);
  return [
    ...outcome.logs.map(({ at, level, message }) => ({
      ...common,
      ...{ at, kind: "line" as const, level: LEVELS[level], message: storable(message) },
    })),
    ...outcome.exceptions.map(({ name, message, stack }) => ({
      ...common,
      ...{ at: endedAt, kind: "exception" as const, level: "error" as const },
      message: storable(stack?.includes(message) ? stack : `${name}: ${message}`),
    })),
    {
      ...{ ...common, at: endedAt, kind: "invocation", ...endOf(outcome) },
      ...{ outcome: outcome.outcome, durationMs: durationMilliseconds },
    },
  ];
}

function endOf({ outcome, status, durationMilliseconds }: FunctionOutcome): Pick<NewEntry, "level" | "message"> {
  const answered = status === null ? [] : [`answered ${status}`];
  const words = [...answered, ...(outcome === "ok" ? [] : [WORDS[outcome]])].join(", ") || "ended";
  const level = outcome !== "ok" || (status ?? 0) >= 500 ? "error" : "info";
  return { level, message: `${words} after ${durationMilliseconds} ms` };
}

/** PostgreSQL stores no NUL. */
function storable(text: string): string {
  return text.replaceAll("\0", "\uFFFD");
}
