import type { UserContext } from "../context";
import { type Purpose, tokenHashOf, type Verification, type VerificationData } from "./verification";

const TOKEN = /^[0-9A-Za-z]{1,64}$/;

/** Returns the proof of a link's token, without taking it; `null` when it is unknown, used, replaced or expired. */
export async function findByToken(
  ctx: UserContext,
  token: string,
  purposes: readonly Purpose[],
): Promise<Verification | null> {
  const row = await lookUp(ctx, token, purposes);
  return row !== null && row.expiresAt > ctx.clock.now() ? row : null;
}

/** The reason that a link does not work, and its user if known. */
interface MissingLink {
  reason: "link_expired" | "no_such_link";
  proof: Verification | null;
}

/** Returns why `findByToken` found nothing: an expired link is kept for a while, a used or replaced one is not. */
export async function explainMissing(
  ctx: UserContext,
  token: string,
  purposes: readonly Purpose[],
): Promise<MissingLink> {
  const proof = await lookUp(ctx, token, purposes);
  return { reason: proof === null ? "no_such_link" : "link_expired", proof };
}

async function lookUp(ctx: UserContext, token: string, purposes: readonly Purpose[]): Promise<Verification | null> {
  if (!TOKEN.test(token)) return null;
  const hashes = purposes.map((purpose) => tokenHashOf(purpose, token));
  const row = await ctx.db.verification.findFirst({
    where: { projectId: ctx.project.id, tokenHash: { in: hashes }, purpose: { in: [...purposes] } },
    select: {
      id: true,
      purpose: true,
      email: true,
      userId: true,
      flowId: true,
      data: true,
      tokenHash: true,
      codeHash: true,
      numberHash: true,
      createdAt: true,
      expiresAt: true,
    },
  });
  return row && { ...row, purpose: row.purpose as Purpose, data: row.data as VerificationData };
}
