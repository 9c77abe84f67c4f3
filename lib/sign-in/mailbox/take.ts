import type { UserContext } from "../context";
import type { Verification } from "./verification";

/**
 * Spends a proof: of several requests with its link or its code, one gets `true`. A proof that a newer mail has
 * replaced meanwhile is not spent.
 */
export async function takeVerification(ctx: UserContext, { id, tokenHash, codeHash }: Verification): Promise<boolean> {
  const taken = await ctx.db.$queryRaw<unknown[]>`
    delete from verification
    where id = ${id} and project_id = ${ctx.project.id}
      and token_hash is not distinct from ${tokenHash}::bytea and code_hash is not distinct from ${codeHash}
    returning id`;
  return taken.length === 1;
}

/** Ends every link and code that was mailed to this user or to one of these mailboxes. */
export async function revokeVerifications(
  ctx: UserContext,
  { userId, emails }: { userId: string; emails: string[] },
): Promise<void> {
  const where = { projectId: ctx.project.id, OR: [{ userId }, { email: { in: emails } }] };
  await ctx.db.verification.deleteMany({ where });
}
