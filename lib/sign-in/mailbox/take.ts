import type { UserContext } from "../context";
import type { Verification } from "./verification";

/** Spends a proof unless a newer mail has replaced it; only one of several concurrent requests gets `true`. */
export async function takeVerification(ctx: UserContext, { id, tokenHash, codeHash }: Verification): Promise<boolean> {
  const taken = await ctx.db.$queryRaw<unknown[]>`
    delete from verification
    where id = ${id} and project_id = ${ctx.project.id}
      and token_hash is not distinct from ${tokenHash}::bytea and code_hash is not distinct from ${codeHash}
    returning id`;
  return taken.length === 1;
}

export async function revokeVerifications(
  ctx: UserContext,
  { userId, emails }: { userId: string; emails: string[] },
): Promise<void> {
  const where = { projectId: ctx.project.id, OR: [{ userId }, { email: { in: emails } }] };
  await ctx.db.verification.deleteMany({ where });
}
