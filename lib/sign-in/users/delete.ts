import { z } from "zod";
import { isForeignKeyViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { Password } from "@/lib/core/user-fields";
import { addSeconds } from "../../core/add-seconds";
import { deletedCookie } from "../browser-cookie";
import type { SignedInContext } from "../context";
import { confirmPassword } from "../credentials/confirm";
import { CREDENTIAL } from "../credentials/credential";
import { SignInError } from "../errors";
import { recordSecurityEvent } from "../events/record";
import { SignInResult } from "../result";
import { deleteOwnOrganisations } from "./own-organisations";

export const DeleteUserInput = z.object({ password: Password.optional(), callbackURL: z.string().optional() });
type DeleteUserInput = z.infer<typeof DeleteUserInput>;

export const UserDeleted = z
  .object({ success: z.literal(true), message: z.literal("User deleted") })
  .meta({ id: "UserDeleted" });

/** A user without a password must have signed in within this time. */
const FRESH_SECONDS = 86_400;

/**
 * Deletes the signed-in user with all sessions and accounts; security events stay. A user with a password must give it.
 * Throws `INVALID_PASSWORD`, `SESSION_EXPIRED`, `USER_IS_MEMBER` and the errors of `confirmPassword`.
 */
export async function deleteUser(
  ctx: SignedInContext,
  input: DeleteUserInput,
): Promise<SignInResult<z.infer<typeof UserDeleted>>> {
  const { user, createdAt } = ctx.session;
  await requireProof(ctx, input.password, createdAt);
  try {
    await withTransaction(ctx, async (tx) => {
      await deleteOwnOrganisations(tx, tx.project.id, user.id);
      await tx.db.user.deleteMany({ where: { id: user.id, projectId: tx.project.id } });
      const data = { email: user.email };
      await recordSecurityEvent(tx, { kind: "user.delete", outcome: "accepted", userId: user.id, data });
    });
  } catch (error) {
    // Accounts of the dashboard must leave their organisations first.
    throw isForeignKeyViolation(error) ? new SignInError("USER_IS_MEMBER") : error;
  }
  return new SignInResult({ success: true, message: "User deleted" }, { cookies: [deletedCookie("session")] });
}

async function requireProof(ctx: SignedInContext, password: string | undefined, signedInAt: Date): Promise<void> {
  if (password !== undefined) return void (await confirmPassword(ctx, password, "user.delete"));
  const where = { userId: ctx.session.user.id, providerId: CREDENTIAL };
  if ((await ctx.db.account.count({ where })) > 0) throw new SignInError("INVALID_PASSWORD");
  if (addSeconds(signedInAt, FRESH_SECONDS) <= ctx.clock.now()) throw new SignInError("SESSION_EXPIRED");
}
