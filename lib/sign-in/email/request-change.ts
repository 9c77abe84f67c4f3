import { z } from "zod";
import { withTransaction } from "@/lib/core/db/transaction";
import { Email } from "@/lib/core/user-fields";
import type { SignedInContext } from "../context";
import { SignInError } from "../errors";
import { countMail } from "../flow/limits";
import { requireFreshSession } from "../sessions/require-fresh";
import { mailNewMailbox, mailOldMailbox } from "./change-mails";

export const ChangeEmailInput = z.object({ newEmail: Email, callbackURL: z.string().max(2_048).optional() });
type ChangeEmailInput = z.infer<typeof ChangeEmailInput>;

/**
 * Starts a change of address, which first the present mailbox and then the new one confirms; a present address that was
 * never proven is skipped if the session is fresh. A taken address gets the answer of a free one. Throws
 * `EMAIL_IS_THE_SAME`, `TOO_MANY_REQUESTS`, `SESSION_NOT_FRESH`.
 */
export async function requestEmailChange(ctx: SignedInContext, input: ChangeEmailInput): Promise<{ status: true }> {
  const { user } = ctx.session;
  const { newEmail, callbackURL } = input;
  if (newEmail === user.email) throw new SignInError("EMAIL_IS_THE_SAME");
  if (!user.emailVerified) requireFreshSession(ctx);
  await countMail(ctx, newEmail);
  if (user.emailVerified) await countMail(ctx, user.email);
  const change = { user, newEmail, data: callbackURL === undefined ? {} : { callbackURL } };
  await withTransaction(ctx, (tx) => (user.emailVerified ? mailOldMailbox(tx, change) : mailNewMailbox(tx, change)));
  return { status: true };
}
