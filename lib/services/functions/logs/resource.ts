import { z } from "zod";

export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export const OUTCOMES = ["ok", "exception", "timeout", "killed", "unavailable"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** A line that a function logged, an error that it threw, or the outcome of an invocation. Times are ISO 8601, UTC. */
export const FunctionLogEntry = z
  .object({
    id: z.string().meta({ example: "1041" }),
    at: z.iso.datetime().meta({ example: "2026-01-01T12:00:00.000Z" }),
    level: z.enum(LOG_LEVELS),
    kind: z.enum(["line", "exception", "invocation", "schedule"]).meta({
      description: "`invocation` is the last entry of each, `schedule` tells of a run that was skipped.",
      example: "line",
    }),
    invocation: z.string().meta({
      description: "The answer's `X-Coppice-Invocation`",
      example: "call_4k9x2m7q1w8e5r3t6y0u",
    }),
    version: z.int().nullable().meta({ example: 3 }),
    message: z.string().meta({ example: "Receipt sent" }),
    outcome: z.enum(OUTCOMES).nullable().meta({ description: "Of the last entry of an invocation", example: null }),
    durationMs: z.int().nullable().meta({ description: "Of the last entry of an invocation", example: null }),
  })
  .meta({ id: "FunctionLogEntry" });
export type FunctionLogEntry = z.infer<typeof FunctionLogEntry>;

interface LogRow {
  id: bigint;
  at: Date;
  level: string;
  kind: string;
  invocationId: string;
  version: number | null;
  message: string;
  outcome: string | null;
  durationMs: number | null;
}

export function toLogEntry(row: LogRow): FunctionLogEntry {
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    level: row.level as LogLevel,
    kind: row.kind as FunctionLogEntry["kind"],
    invocation: row.invocationId,
    version: row.version,
    message: row.message,
    outcome: row.outcome as FunctionLogEntry["outcome"],
    durationMs: row.durationMs,
  };
}
