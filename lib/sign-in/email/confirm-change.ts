import { withTransaction } from "@/lib/core/db/transaction";
import type { UserContext } from "../context";
import { takeVerification } from "../mailbox/take";
import type { Verification } from "../mailbox/verification";
import { findUserById } from "../users/find";
import { mailNewMailbox } from "./change-mails";

/** Mails the new mailbox once the present one has agreed. Returns `false` when the link no longer fits its user. */
export function confirmEmailChange(ctx: UserContext, proof: Verification): Promise<boolean> {
  const { userId, email, data } = proof;
  const { newEmail, ...onward } = data;
  return withTransaction(ctx, async (tx) => {
    const user = userId === null ? null : await findUserById(tx, userId);
    if (user?.email !== email || newEmail === undefined || !(await takeVerification(tx, proof))) return false;
    await mailNewMailbox(tx, { user, newEmail, data: onward });
    return true;
  });
}
