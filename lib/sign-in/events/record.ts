import { Prisma } from "@/lib/core/db/generated/client";
import { createId } from "@/lib/core/ids";
import type { Attempt, UserContext } from "../context";
import type { RequestProject } from "../projects/request-project";
import type { SecurityEventKind } from "./kinds";

export interface SecurityEventEntry {
  kind: SecurityEventKind;
  outcome: "accepted" | "refused";
  userId: string | null;
  /** The true reason of a refusal, which the sign-in API never shows. */
  reason?: string;
  /** Data that must never hold a secret. */
  data?: Record<string, string | number | boolean>;
}

/** A change by the project's owner has no browser, so an event needs less than a user's context. */
type EventContext = Pick<UserContext, "db" | "random" | "clock" | "clientAddress" | "userAgent" | "requestId"> & {
  project: Pick<RequestProject, "id">;
  attempt?: Attempt | undefined;
};

/** Writes the event in the caller's transaction, so that no change is committed without its event. */
export async function recordSecurityEvent(ctx: EventContext, entry: SecurityEventEntry): Promise<void> {
  await ctx.db.$executeRaw(insertSecurityEvent(ctx, entry));
  if (ctx.attempt && entry.outcome === "refused") ctx.attempt.isRecorded = true;
}

/** Returns the statement that writes the event, to be part of another statement. */
export function insertSecurityEvent(ctx: EventContext, entry: SecurityEventEntry): Prisma.Sql {
  const { kind, outcome, userId, reason = null } = entry;
  const data = dataOf(ctx, entry);
  return Prisma.sql`
    insert into security_event
      (id, project_id, user_id, kind, outcome, reason, address, user_agent, request_id, data, duration_ms, created_at)
    values (${createId("event", ctx.random)}, ${ctx.project.id}, ${userId}, ${kind}, ${outcome}, ${reason},
      ${ctx.clientAddress}, ${ctx.userAgent}, ${ctx.requestId}, ${data}::jsonb, ${durationOf(ctx)}::int, ${ctx.clock.now()})`;
}

/** In milliseconds; the answer follows the event within a moment. */
function durationOf({ attempt }: EventContext): number | null {
  return attempt === undefined ? null : Math.round(performance.now() - attempt.arrivedAt);
}

/** A refusal names the address that was typed, by which it is found also where there is no account. */
function dataOf({ attempt }: EventContext, { outcome, data }: SecurityEventEntry): string | null {
  const email = outcome === "refused" ? (attempt?.email ?? null) : null;
  if (email === null) return data === undefined ? null : JSON.stringify(data);
  return JSON.stringify({ email, ...data });
}
