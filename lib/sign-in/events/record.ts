import { Prisma } from "@/lib/core/db/generated/client";
import { createId } from "@/lib/core/ids";
import type { UserContext } from "../context";
import type { RequestProject } from "../projects/request-project";

export const SECURITY_EVENT_KINDS = [
  "user.sign_up",
  "user.create",
  "user.update",
  "user.delete",
  "user.ban",
  "user.unban",
  "user.require_reset",
  "account.lock",
  "session.sign_in",
  "session.second_factor",
  "session.sign_out",
  "session.revoke",
  "password.set",
  "password.change",
  "password.reset_request",
  "password.reset",
  "password.verify",
  "email.verification_request",
  "email.verify",
  "email.change_request",
  "email.change",
  "sign_in.mail_request",
  "passkey.add",
  "passkey.rename",
  "passkey.remove",
  "two_factor.setup",
  "two_factor.enable",
  "two_factor.verify",
  "two_factor.reveal",
  "two_factor.disable",
  "two_factor.backup_codes",
  "trusted_device.add",
  "trusted_device.revoke",
  "device.request",
  "device.approve",
  "device.deny",
  "account.link",
  "account.unlink",
  "test_token.create",
  "test_token.revoke",
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];

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
};

/** Writes the event in the caller's transaction, so that no change is committed without its event. */
export async function recordSecurityEvent(ctx: EventContext, entry: SecurityEventEntry): Promise<void> {
  await ctx.db.$executeRaw(insertSecurityEvent(ctx, entry));
}

/** Returns the statement that writes the event, to be part of another statement. */
export function insertSecurityEvent(ctx: EventContext, entry: SecurityEventEntry): Prisma.Sql {
  const { kind, outcome, userId, reason = null } = entry;
  const data = entry.data === undefined ? null : JSON.stringify(entry.data);
  return Prisma.sql`
    insert into security_event
      (id, project_id, user_id, kind, outcome, reason, address, user_agent, request_id, data, created_at)
    values (${createId("event", ctx.random)}, ${ctx.project.id}, ${userId}, ${kind}, ${outcome}, ${reason},
      ${ctx.clientAddress}, ${ctx.userAgent}, ${ctx.requestId}, ${data}::jsonb, ${ctx.clock.now()})`;
}
