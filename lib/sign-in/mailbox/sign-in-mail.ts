import { randomDigits } from "@/lib/core/crypto/secret-text";
import { withTransaction } from "@/lib/core/db/transaction";
import type { BrowserCookie } from "../browser-cookie";
import type { UserContext } from "../context";
import { recordSecurityEvent } from "../events/record";
import { startFlow } from "../flow/flow";
import { countMail } from "../flow/limits";
import { onwardQuery } from "../flow/onward";
import { requireOtherWayIn } from "../sso-domains/required";
import { findUserByEmail } from "../users/find";
import { createVerification } from "./create";
import { mailedLink } from "./link";
import { sendProof } from "./send";
import { LINK_SECONDS, type VerificationData } from "./verification";

const NUMBER_LENGTH = 4;

interface SignInMailed {
  /** The number to be shown where the link was asked for. */
  number?: string;
  cookies: BrowserCookie[];
}

interface SignInMail {
  email: string;
  data: VerificationData;
}

/**
 * Mails a sign-in link and code, as far as the project uses them. The link signs in at once in this browser; elsewhere
 * it asks for the returned number. For an address that may not sign in, the same work is done without a mail. Throws
 * `TOO_MANY_REQUESTS`, `SSO_REQUIRED`.
 */
export async function sendSignInMail(ctx: UserContext, { email, data }: SignInMail): Promise<SignInMailed> {
  await requireOtherWayIn(ctx, email);
  await countMail(ctx, email);
  const { magicLink: hasLink, emailOtp: hasCode, signUp } = ctx.project.settings.methods;
  return withTransaction(ctx, async (tx) => {
    const user = await findUserByEmail(tx, email);
    const flow = hasLink ? await startLinkFlow(tx) : null;
    const userId = user?.id ?? null;
    const proof = await createVerification(tx, { purpose: "sign-in", email, userId, hasLink, hasCode, data, flow });
    const isSent = user !== null || signUp;
    const link = mailedLink(tx, "magic-link", proof.token, onwardQuery(tx, data.callbackURL));
    const content = { link, code: proof.code, ...proof.lifetimes };
    await sendProof(tx, { kind: "sign-in", to: email, content, sendBefore: proof.expiresAt }, { isSent });
    await recordSecurityEvent(tx, {
      kind: "sign_in.mail_request",
      outcome: isSent ? "accepted" : "refused",
      userId,
      ...(!isSent && { reason: "unknown_user" }),
      data: { email },
    });
    return flow === null ? { cookies: [] } : { number: flow.number, cookies: [flow.cookie] };
  });
}

async function startLinkFlow(ctx: UserContext): Promise<{ id: string; number: string; cookie: BrowserCookie }> {
  const flow = await startFlow(ctx, { kind: "magic-link", lifetimeSeconds: LINK_SECONDS["sign-in"] });
  return { ...flow, number: randomDigits(NUMBER_LENGTH, ctx.random) };
}
