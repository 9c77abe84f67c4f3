import { createId } from "@/lib/ids";
import type { AuthContext, Tenant } from "../context";

export const SECURITY_EVENT_KINDS = [
  "user.sign_up",
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
  /** The true reason of a refusal, which the wire never shows. */
  reason?: string;
  /** Never a secret. */
  data?: Record<string, string | number | boolean>;
}

/** What an event needs of its request; a change that the owner makes has no browser. */
type EventContext = Pick<AuthContext, "db" | "random" | "clock" | "clientAddress" | "userAgent" | "requestId"> & {
  tenant: Pick<Tenant, "id">;
};

/** Writes the event in the caller's transaction, so that a change without its trace cannot be committed. */
export async function recordSecurityEvent(ctx: EventContext, entry: SecurityEventEntry): Promise<void> {
  await ctx.db.securityEvent.create({
    data: {
      id: createId("event", ctx.random),
      projectId: ctx.tenant.id,
      userId: entry.userId,
      kind: entry.kind,
      outcome: entry.outcome,
      reason: entry.reason ?? null,
      address: ctx.clientAddress,
      userAgent: ctx.userAgent,
      requestId: ctx.requestId,
      ...(entry.data && { data: entry.data }),
      createdAt: ctx.clock.now(),
    },
    select: { id: true },
  });
}
