import { z } from "zod";
import { withTransaction } from "@/lib/core/db/transaction";
import { Password } from "@/lib/core/user-fields";
import type { SignedInContext } from "../context";
import { confirmPassword } from "../credentials/confirm";
import { SignInError } from "../errors";
import { recordSecurityEvent } from "../events/record";

export const VerifyPasswordInput = z.object({ password: Password });

/** Checks the user's password and makes the session fresh. Throws the errors of `confirmPassword`, `UNAUTHORIZED`. */
export async function verifyOwnPassword(ctx: SignedInContext, input: { password: string }): Promise<{ status: true }> {
  const { user } = await confirmPassword(ctx, input.password, "password.verify");
  await withTransaction(ctx, async (tx) => {
    const where = { id: ctx.session.id, projectId: tx.project.id };
    const { count } = await tx.db.session.updateMany({ where, data: { authenticatedAt: tx.clock.now() } });
    if (count === 0) throw new SignInError("UNAUTHORIZED");
    await recordSecurityEvent(tx, { kind: "password.verify", outcome: "accepted", userId: user.id });
  });
  return { status: true };
}
