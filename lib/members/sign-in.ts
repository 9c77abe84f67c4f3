import { createHash } from "node:crypto";
import { z } from "zod";
import { recordAudit } from "@/lib/audit/record";
import type { Context } from "@/lib/context";
import { verifyPassword } from "@/lib/crypto/password";
import { ServiceError } from "@/lib/errors";
import type { RateLimit, RateLimiter } from "@/lib/ports/rate-limiter";
import type { Role } from "./permissions";
import { MemberEmail } from "./resource";
import { SIGN_IN_LIMITS } from "./sign-in-limits";

export const SignInInput = z.object({ email: MemberEmail, password: z.string().min(1).max(1_024) });
export type SignInInput = z.infer<typeof SignInInput>;

export interface SignedInMember {
  memberId: string;
  organisationId: string;
  role: Role;
}

const REFUSAL = "The e-mail address or the password is wrong.";

/**
 * Checks a member's password. An unknown address, a member without a password and a wrong password are one
 * `unauthorized`, at one cost; `rate_limited` counts by the address given, whether or not it exists.
 */
export async function signInMember(
  ctx: Context & { rateLimiter: RateLimiter },
  input: SignInInput,
): Promise<SignedInMember> {
  // Without an ingress proxy there is no address to trust: one limit for everybody would lock everybody out.
  if (ctx.clientAddress !== null) await consume(ctx, SIGN_IN_LIMITS.perAddress, ctx.clientAddress);
  const member = await findByEmail(ctx, input.email);
  await consume(ctx, SIGN_IN_LIMITS.perAccount, await accountKey(ctx, input.email, member?.id ?? ""));

  const accepted = await verifyPassword(member?.passwordHash ?? null, input.password);
  if (!member || !accepted) {
    await recordAudit(ctx, {
      organisationId: member?.organisationId ?? null,
      action: "member.sign_in",
      targetId: member?.id ?? "unknown",
      data: { outcome: "refused" },
    });
    throw new ServiceError("unauthorized", REFUSAL);
  }
  const signedIn = { memberId: member.id, organisationId: member.organisationId, role: member.role as Role };
  const actor = { kind: "member", id: member.id, organisationId: member.organisationId, role: signedIn.role } as const;
  await recordAudit(
    { ...ctx, actor },
    {
      organisationId: member.organisationId,
      action: "member.sign_in",
      targetId: member.id,
      data: { outcome: "accepted" },
    },
  );
  return signedIn;
}

/** One address may belong to several organisations; the oldest membership with a password is the one signed in to. */
function findByEmail(ctx: Context, email: string) {
  return ctx.db.member.findFirst({
    where: { email, passwordHash: { not: null } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true, organisationId: true, role: true, passwordHash: true },
  });
}

/** Named after the last success, so that wrong tries add up and the right password starts the count afresh. */
async function accountKey(ctx: Context, email: string, memberId: string): Promise<string> {
  const lastSuccess = await ctx.db.auditEvent.findFirst({
    where: { targetId: memberId, action: "member.sign_in", actorKind: "member" },
    orderBy: { createdAt: "desc" },
    select: { id: true },
  });
  return createHash("sha256")
    .update(`${email}\n${lastSuccess?.id ?? ""}`)
    .digest("base64url");
}

async function consume(ctx: { rateLimiter: RateLimiter }, limit: RateLimit, key: string): Promise<void> {
  const decision = await ctx.rateLimiter.consume(limit, key);
  if (decision.allowed) return;
  throw new ServiceError("rate_limited", "Too many attempts to sign in.", { retryAfterSeconds: decision.resetSeconds });
}
