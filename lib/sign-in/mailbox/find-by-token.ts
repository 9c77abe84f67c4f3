import type { UserContext } from "../context";
import { type Purpose, tokenHashOf, type Verification, type VerificationData } from "./verification";

const TOKEN = /^[0-9A-Za-z]{1,64}$/;

/** Returns the proof of a link's token, without taking it; `null` when it is unknown, used, replaced or expired. */
export async function findByToken(
  ctx: UserContext,
  token: string,
  purposes: readonly Purpose[],
): Promise<Verification | null> {
  if (!TOKEN.test(token)) return null;
  const hashes = purposes.map((purpose) => tokenHashOf(purpose, token));
  const row = await ctx.db.verification.findFirst({
    where: {
      projectId: ctx.project.id,
      tokenHash: { in: hashes },
      purpose: { in: [...purposes] },
      expiresAt: { gt: ctx.clock.now() },
    },
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
