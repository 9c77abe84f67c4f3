import { withTransaction } from "@/lib/core/db/transaction";
import type { BrowserCookie } from "../browser-cookie";
import type { UserContext } from "../context";
import { recordSecurityEvent } from "../events/record";
import { startFlow } from "../flow/flow";
import { countMail, mayMail } from "../flow/limits";
import { onwardQuery } from "../flow/onward";
import { findUserByEmail } from "../users/find";
import { createVerification } from "./create";
import { mailedLink } from "./link";
import { sendProof } from "./send";
import { LINK_SECONDS, type VerificationData } from "./verification";

const PURPOSE = "email-verification";

interface VerificationMail {
  email: string;
  data: VerificationData;
  /** Whether a user with a proven address, who is about to change it, gets the mail too. */
  toVerified?: boolean;
}

/** Mails a proof of an address, or does the same work without a mail if none is due. Throws `TOO_MANY_REQUESTS`. */
export async function sendVerificationMail(
  ctx: UserContext,
  { email, data, toVerified = false }: VerificationMail,
): Promise<void> {
  await countMail(ctx, email);
  await withTransaction(ctx, async (tx) => {
    const user = await findUserByEmail(tx, email);
    const isSent = user !== null && (toVerified || !user.emailVerified);
    await mailVerification(tx, { email, userId: user?.id ?? null, data, isSent });
    await recordSecurityEvent(tx, {
      kind: "email.verification_request",
      outcome: isSent ? "accepted" : "refused",
      userId: user?.id ?? null,
      ...(!isSent && { reason: user === null ? "unknown_user" : "already_verified" }),
      data: { email },
    });
  });
}

/**
 * Mails the proof of an address in the caller's transaction, without counting it. A code is offered only where a page
 * awaits it.
 */
export async function mailVerification(
  ctx: UserContext,
  mail: { email: string; userId: string | null; data: VerificationData; isSent: boolean; isAwaited?: boolean },
): Promise<void> {
  const { email, userId, data, isSent, isAwaited = true } = mail;
  const secrets = { hasLink: true, hasCode: isAwaited && ctx.project.settings.methods.emailOtp };
  const proof = await createVerification(ctx, { purpose: PURPOSE, email, userId, data, ...secrets });
  const link = mailedLink(ctx, "verify-email", proof.token, onwardQuery(ctx, data.callbackURL));
  const content = { link, code: proof.code, ...proof.lifetimes };
  await sendProof(ctx, { kind: PURPOSE, to: email, content, sendBefore: proof.expiresAt }, { isSent });
}

/** Remembers the browser of a user, which may verify the address without the password; `null` is for no user. */
export async function rememberOwnBrowser(ctx: UserContext, userId: string | null): Promise<BrowserCookie> {
  return (await startFlow(ctx, { kind: PURPOSE, userId, lifetimeSeconds: LINK_SECONDS[PURPOSE] })).cookie;
}

/** Mails the proof again to a user who gives the right password before they have verified their address. */
export async function remindToVerify(
  ctx: UserContext,
  user: { id: string; email: string },
  callbackURL: string | undefined,
): Promise<BrowserCookie> {
  const data = callbackURL === undefined ? {} : { callbackURL };
  const isSent = await mayMail(ctx, user.email);
  return withTransaction(ctx, async (tx) => {
    const cookie = await rememberOwnBrowser(tx, user.id);
    if (isSent) await mailVerification(tx, { email: user.email, userId: user.id, data, isSent });
    return cookie;
  });
}
