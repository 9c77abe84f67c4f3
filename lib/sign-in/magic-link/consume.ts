import { z } from "zod";
import { typedDigits } from "@/lib/core/typed-code";
import type { UserContext } from "../context";
import { refusingWith, SignInError } from "../errors";
import { recordSecurityEvent } from "../events/record";
import { countFlowAttempt, takeFlow } from "../flow/flow";
import { countAttempt, forgetAttempts } from "../flow/limits";
import { carryingAddress, onwardAddress, onwardQuery } from "../flow/onward";
import { keepOutcome, type OneShot } from "../flow/outcome";
import { explainMissing } from "../mailbox/find-by-token";
import { signInByMailbox } from "../mailbox/sign-in-user";
import { takeVerification } from "../mailbox/take";
import { ALLOWED_ATTEMPTS, codeText, NUMBER_MAC, type Verification } from "../mailbox/verification";
import type { SignInResult } from "../result";
import { completeSignIn, type TwoFactorRequired } from "../sessions/complete-sign-in";
import type { SessionStartedReply } from "../sessions/replies";
import { findUserById } from "../users/find";
import { findMagicLink } from "./find";

export const MagicLinkToken = z.string().max(128).meta({ example: "q3Jv0b7mXl1c2T9sYwZk4R8hN6pUeF5d" });
export const MagicLinkNumber = z.string().max(16).meta({
  description: "The number shown where the link was asked for; needed in every other browser.",
  example: "4821",
});

export const ConsumeMagicLinkInput = z.object({ token: MagicLinkToken, number: MagicLinkNumber.optional() });
type ConsumeMagicLinkInput = z.infer<typeof ConsumeMagicLinkInput>;

export interface MagicLinkConsumed {
  userId: string;
  signedIn: SessionStartedReply | TwoFactorRequired;
  isNewUser: boolean;
  /** The address to go on to, as the request for the link named it. */
  callbackURL: string | null;
}

/**
 * Signs in with a mailed link, once. Another browser than the asking one needs the number shown there, so that
 * nobody opens a link on behalf of a stranger's browser; three wrong numbers spend it. Throws `MAGIC_LINK_DISABLED`,
 * `INVALID_TOKEN`, `INVALID_NUMBER`, `TOO_MANY_ATTEMPTS`, `SIGN_UP_DISABLED`, `BANNED_USER`, `SSO_REQUIRED`.
 */
export async function consumeMagicLink(
  ctx: UserContext,
  input: ConsumeMagicLinkInput,
): Promise<SignInResult<MagicLinkConsumed>> {
  const isOn = ctx.project.settings.methods.magicLink;
  const { proof, isSameBrowser } = await findMagicLink(ctx, input.token);
  if (!isOn && proof?.data.byOwner !== true) throw new SignInError("MAGIC_LINK_DISABLED");
  if (proof === null) {
    const missing = await explainMissing(ctx, input.token, ["sign-in"]);
    throw await refuse(ctx, missing.proof, missing.reason);
  }
  if (!isSameBrowser && proof.data.byOwner !== true) await requireNumber(ctx, proof, input.number);
  if (!(await takeVerification(ctx, proof))) throw await refuse(ctx, proof, "link_used");
  const { cookies } = isSameBrowser
    ? await takeFlow(ctx, "magic-link", ({ id }) => id === proof.flowId)
    : { cookies: [] };
  const { email, data } = proof;
  const oneShot = { kind: "sign-in-link", secret: input.token } as const;
  if (data.byOwner === true) return keeping(ctx, oneShot, await signInByOwnersLink(ctx, proof));
  await forgetAttempts(ctx, email);
  const mailbox = { email, factor: "magic-link", name: data.name ?? "" } as const;
  const done = await refusingWith(cookies, () => signInByMailbox(ctx, mailbox));
  const { isNewUser } = done.body;
  const wanted = isNewUser ? (data.newUserCallbackURL ?? data.callbackURL) : data.callbackURL;
  const consumed = done.with({ ...done.body, callbackURL: onwardAddress(ctx, wanted) }, { cookies });
  return keeping(ctx, oneShot, consumed);
}

async function keeping(
  ctx: UserContext,
  oneShot: OneShot,
  done: SignInResult<MagicLinkConsumed>,
): Promise<SignInResult<MagicLinkConsumed>> {
  const { userId, callbackURL } = done.body;
  await keepOutcome(ctx, oneShot, { userId, redirect: carryingAddress(ctx, "return", onwardQuery(ctx, callbackURL)) });
  return done;
}

/** The link came from the project's owner and by no mail, so it proves no mailbox. */
async function signInByOwnersLink(ctx: UserContext, proof: Verification): Promise<SignInResult<MagicLinkConsumed>> {
  const user = proof.userId === null ? null : await findUserById(ctx, proof.userId);
  if (user?.email !== proof.email) throw await refuse(ctx, proof, "no_such_link");
  const done = await completeSignIn(ctx, { user, factor: "owner-link", isRemembered: false, isLeftIn: true });
  return done.with({
    userId: user.id,
    signedIn: done.body,
    isNewUser: false,
    callbackURL: onwardAddress(ctx, proof.data.callbackURL),
  });
}

/** Requires the link's number, which is counted on the link and on the account before it is compared. */
async function requireNumber(ctx: UserContext, proof: Verification, number: string | undefined): Promise<void> {
  if (number === undefined || number.trim() === "") throw await withoutNumber(ctx, proof);
  await countAttempt(ctx, proof.email);
  const attempts = (await countFlowAttempt(ctx, proof.flowId ?? "", ALLOWED_ATTEMPTS + 1)) ?? ALLOWED_ATTEMPTS + 1;
  const isRight = ctx.sealer.isMac(proof.numberHash ?? "", codeText(proof.id, typedDigits(number)), NUMBER_MAC);
  if (isRight && attempts <= ALLOWED_ATTEMPTS) return;
  if (attempts >= ALLOWED_ATTEMPTS) await takeVerification(ctx, proof);
  if (attempts > ALLOWED_ATTEMPTS) throw await refuse(ctx, proof, "link_spent");
  await recordSecurityEvent(ctx, entryOf(proof, "wrong_number"));
  throw new SignInError("INVALID_NUMBER");
}

/** The page asks for the number first, which is no refusal to anyone who then gives it. */
async function withoutNumber(ctx: UserContext, proof: Verification): Promise<SignInError> {
  await recordSecurityEvent(ctx, entryOf(proof, "other_browser"));
  return new SignInError("INVALID_NUMBER");
}

function entryOf(proof: Verification | null, reason: string) {
  const data = { factor: "magic-link", ...(proof && { email: proof.email }) };
  return { kind: "session.sign_in", outcome: "refused", userId: proof?.userId ?? null, reason, data } as const;
}

async function refuse(ctx: UserContext, proof: Verification | null, reason: string): Promise<SignInError> {
  await recordSecurityEvent(ctx, entryOf(proof, reason));
  return new SignInError("INVALID_TOKEN");
}
