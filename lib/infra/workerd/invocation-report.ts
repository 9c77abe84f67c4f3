import { type Agent, type IncomingMessage, request as sendRequest } from "node:http";
import { z } from "zod";
import { startPatience } from "@/lib/core/patience";
import type { FunctionLogLine, FunctionOutcome } from "@/lib/core/ports/function-runtime";
import { readUpTo } from "./read-up-to";
import { CUT_MARK, REPORT_HEADER } from "./report-module";

const MAX_REPORT_BYTES = 4 * 1_048_576;
/** Work that a function leaves to be waited for after its answer may take 30 seconds. */
const REPORT_MILLISECONDS = 35_000;
export const MAX_LINES = 1_000;
export const MAX_LOG_BYTES = 256 * 1_024;
const CUT = "… (the rest of the log was left out)";

const Exceptions = z.array(z.object({ name: z.string(), message: z.string(), stack: z.string() }));
const Report = z.object({
  logs: z.array(z.object({ timestamp: z.number(), level: z.string(), message: z.string() })),
  exceptions: Exceptions,
  /** These were thrown in streams that the function made, whose readers may have dealt with them. */
  streamExceptions: Exceptions,
});

export type InvocationReport = Pick<FunctionOutcome, "logs" | "exceptions">;

interface Asked {
  id: string;
  outcome: FunctionOutcome["outcome"];
  /** Returns a text as the log may have it. */
  toLogText: (text: string) => string;
}

/**
 * Asks the function's process for the log and errors of an invocation, once the work it has left to be waited for has
 * ended. Returns `null` where the process doesn't say, or its report can't be read.
 */
export async function askForReport(
  to: { socketPath: string; agent: Agent },
  { id, outcome, toLogText }: Asked,
): Promise<InvocationReport | null> {
  const isCut = outcome === "timeout" || outcome === "killed";
  const headers = ["host", "function", REPORT_HEADER, isCut ? id + CUT_MARK : id];
  const sent = sendRequest({ ...to, path: "/", headers, setHost: false });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  sent.once("response", resolve).on("error", reject);
  sent.once(
    "close",
    startPatience(REPORT_MILLISECONDS, () => sent.destroy(new Error("the report takes too long"))),
  );
  sent.end();
  try {
    const body = await readUpTo(await promise, MAX_REPORT_BYTES);
    const { data } = Report.safeParse(JSON.parse(body?.toString("utf8") || "null"));
    return data ? toReport(data, outcome, toLogText) : null;
  } catch {
    // A broken report concerns the function's own log alone.
    return null;
  }
}

function toReport(
  { logs, exceptions, streamExceptions }: z.infer<typeof Report>,
  outcome: FunctionOutcome["outcome"],
  toLogText: Asked["toLogText"],
): InvocationReport {
  const thrown = outcome === "exception" ? [...exceptions, ...streamExceptions] : exceptions;
  return {
    logs: cut(
      logs.slice(0, MAX_LINES + 1).map(({ timestamp, level, message }) => ({
        at: new Date(timestamp),
        level: levelOf(level),
        message: toLogText(message),
      })),
    ),
    exceptions: thrown.slice(0, 10).map(({ name, message, stack }) => ({
      name: toLogText(name).slice(0, 200),
      message: toLogText(message).slice(0, 4_000),
      ...(stack !== "" && { stack: toLogText(stack).slice(0, 8_000) }),
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
