import { createServer, type Server } from "node:http";
import { z } from "zod";
import type { FunctionLogLine } from "@/lib/core/ports/function-runtime";
import { readUpTo } from "./read-up-to";

const MAX_REPORT_BYTES = 4 * 1_048_576;
export const MAX_LINES = 1_000;
export const MAX_LOG_BYTES = 256 * 1_024;
const CUT = "… (the rest of the log was left out)";
/** Shorter values occur by chance, and taking them out would make logs unreadable. */
const SHORTEST_SECRET = 4;

const Reports = z.array(
  z.object({
    invocation: z.string().nullable(),
    outcome: z.string(),
    logs: z.array(z.object({ timestamp: z.number(), level: z.string(), message: z.string() })),
    exceptions: z.array(z.object({ name: z.string(), message: z.string(), stack: z.string() })),
  }),
);

export interface TailReport {
  invocationId: string | null;
  hasThrown: boolean;
  logs: FunctionLogLine[];
  exceptions: { name: string; message: string; stack?: string }[];
}

type Redact = (text: string) => string;

/** Returns a server for what the tail worker sends after invocations. What cannot be read is left out. */
export function createTailServer(redact: Redact, onReport: (report: TailReport) => void): Server {
  return createServer(async (request, response) => {
    try {
      const body = await readUpTo(request, MAX_REPORT_BYTES);
      const parsed = Reports.safeParse(JSON.parse(body?.toString("utf8") ?? "null"));
      for (const each of parsed.data ?? []) onReport(toReport(each, redact));
    } catch {
      // A broken report concerns the function's own log alone.
    }
    response.writeHead(204).end();
  });
}

function toReport(
  { invocation, outcome, logs, exceptions }: z.infer<typeof Reports>[number],
  redact: Redact,
): TailReport {
  return {
    invocationId: invocation,
    hasThrown: outcome === "exception",
    logs: cut(
      logs.map(({ timestamp, level, message }) => ({
        at: new Date(timestamp),
        level: levelOf(level),
        message: redact(message),
      })),
    ),
    exceptions: exceptions.map(({ name, message, stack }) => ({
      name: redact(name).slice(0, 200),
      message: redact(message).slice(0, 4_000),
      ...(stack !== "" && { stack: redact(stack).slice(0, 8_000) }),
    })),
  };
}

function levelOf(text: string): FunctionLogLine["level"] {
  const known = ["debug", "info", "log", "warn", "error"] as const;
  return known.find((level) => level === text) ?? "log";
}

function cut(lines: readonly FunctionLogLine[]): FunctionLogLine[] {
  const kept: FunctionLogLine[] = [];
  let bytes = 0;
  for (const line of lines) {
    bytes += Buffer.byteLength(line.message);
    if (kept.length === MAX_LINES || bytes > MAX_LOG_BYTES) return [...kept.slice(0, -1), { ...line, message: CUT }];
    kept.push(line);
  }
  return kept;
}

/** Returns what puts the name of a secret in place of its value, also where the value stands inside JSON. */
export function redactionOf(secrets: Readonly<Record<string, string>>): Redact {
  const forms = Object.entries(secrets)
    .filter(([, value]) => value.length >= SHORTEST_SECRET)
    .flatMap(([name, value]) => [value, JSON.stringify(value).slice(1, -1)].map((form) => ({ form, name })))
    .toSorted((one, other) => other.form.length - one.form.length);
  return (text) => forms.reduce((result, { form, name }) => result.replaceAll(form, `[${name}]`), text);
}
