import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import type { ErrorCode } from "@/lib/core/error-table";
import { ServiceError } from "@/lib/core/errors";
import { planLimits } from "@/lib/core/plans";
import type { FunctionAnswer } from "@/lib/core/ports/function-runtime";
import type { FunctionContext } from "../context";
import { INVOCATION_HEADER, runProgram } from "../invocations/invoke";
import { findProgram } from "../invocations/program";
import { isLate, LATE } from "./late";
import { noteSkipped } from "./note-skipped";

/** Beyond the longest that the run may take, its process is gone. */
const GRACE_MS = 60_000;

/** The log of the invocation says how it failed, or why it was ended. */
const ENDED: ReadonlySet<ErrorCode> = new Set([
  ...(["function_failed", "function_timeout"] as const),
  ...(["function_not_found", "project_not_found", "project_suspended", "feature_disabled"] as const),
]);

export interface ScheduledRun {
  scheduleId: string;
  /** ISO 8601. */
  slot: string;
}

/**
 * Calls a function as its schedule says, once for each slot. The reason that keeps it from running is told in its log.
 */
export async function runScheduledFunction(ctx: FunctionContext, { scheduleId, slot }: ScheduledRun): Promise<void> {
  const schedule = await ctx.db.functionSchedule.findUnique({
    where: { id: scheduleId },
    include: { function: { select: { projectId: true, name: true } } },
  });
  if (!schedule?.isEnabled) return;
  const { functionId, cron } = schedule;
  const skip = (reason: string) => noteSkipped(ctx, { functionId, scheduleId, slot: new Date(slot), reason });
  // It may have waited for its turn.
  if (isLate(new Date(slot), ctx.clock.now())) return skip(LATE);
  const found = await findProgram(ctx, schedule.function);
  if (!found?.versionId) return skip("the function has no version that runs");
  if (found.status !== "active" || !found.isOn) return skip("the project is suspended, or its functions are off");
  const note = (lastOutcome: "ok" | "failed", lastInvocationId: string | null) =>
    ctx.db.functionSchedule.updateMany({ where: { id: scheduleId }, data: { lastOutcome, lastInvocationId } });
  const now = ctx.clock.now();
  const longest = planLimits(found.tier).functions.wallSeconds * 1_000 + GRACE_MS;
  const { count } = await ctx.db.functionSchedule.updateMany({
    where: { id: scheduleId, OR: [{ runningUntil: null }, { runningUntil: { lt: now } }] },
    data: { runningUntil: new Date(now.getTime() + longest) },
  });
  if (count === 0) return skip("the last run was still going on");
  try {
    const request = {
      method: "POST",
      url: `${ctx.contentUrl}/f/${found.projectId}/${schedule.function.name}`,
      headers: [["content-type", "application/json"] as const],
      body: Buffer.from(JSON.stringify({ cron, scheduledAt: slot })),
      signal: new AbortController().signal,
    };
    const caller = { kind: "schedule", cron, scheduledAt: slot } as const;
    const answer = await runProgram(ctx, found, { name: schedule.function.name, request, depth: 0, caller });
    const isWhole = await drain(answer);
    const [, id = null] = answer.headers.find(([name]) => name === INVOCATION_HEADER) ?? [];
    await note(isWhole && answer.status < 500 ? "ok" : "failed", id);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (!ENDED.has(error.code)) return await skip(error.message);
    await note("failed", error.headers?.[INVOCATION_HEADER] ?? null);
  } finally {
    await ctx.db.functionSchedule.updateMany({ where: { id: scheduleId }, data: { runningUntil: null } });
  }
}

/** The run lasts until its last byte. Returns whether that came. */
async function drain({ body }: FunctionAnswer): Promise<boolean> {
  if (!(body instanceof Readable)) return true;
  return finished(body.resume()).then(
    () => true,
    () => false,
  );
}
