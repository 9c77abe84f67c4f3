import { z } from "zod";
import { Password } from "@/lib/core/user-fields";
import type { UserContext } from "../context";
import { SignInError } from "../errors";
import { recordSecurityEvent } from "../events/record";
import { carryingAddress, onwardAddress, onwardQuery } from "../flow/onward";
import { keepOutcome } from "../flow/outcome";
import { isOwnBrowser } from "../flow/own-browser";
import { explainMissing, findByToken } from "../mailbox/find-by-token";
import type { Verification } from "../mailbox/verification";
import { SignInResult } from "../result";
import { toUser, User } from "../users/resource";
import { acceptVerification } from "./accept-verification";
import { completeEmailChange } from "./complete-change";
import { confirmEmailChange } from "./confirm-change";

const PURPOSES = ["email-verification", "change-email-confirmation", "change-email-verification"] as const;

export const VerifyEmailInput = z.object({
  token: z.string().max(128).meta({ example: "q3Jv0b7mXl1c2T9sYwZk4R8hN6pUeF5d" }),
  password: Password.optional().meta({
    description: "The account's, for a link that is opened in another browser than the one of the sign-up.",
  }),
});
type VerifyEmailInput = z.infer<typeof VerifyEmailInput>;

export const EmailVerified = z
  .object({
    status: z.literal(true),
    user: User.nullable(),
    purpose: z.enum(PURPOSES).meta({
      description:
        "The purpose of the link. After `change-email-confirmation` a mail is on its way to the new address.",
    }),
    callbackURL: z.string().nullable().meta({ description: "Where to go on to.", example: null }),
  })
  .meta({ id: "EmailVerified" });

type Accepted = Pick<z.infer<typeof EmailVerified>, "user" | "purpose">;

/**
 * Uses a link that proves an address after a sign-up or in a change of address. Throws `INVALID_TOKEN`, the errors that
 * `requirePassword` throws after a sign-up, and `UNAUTHORIZED` for a new address in a browser that is not signed in.
 */
export async function verifyEmail(
  ctx: UserContext,
  input: VerifyEmailInput,
): Promise<SignInResult<z.infer<typeof EmailVerified>>> {
  const proof = await findByToken(ctx, input.token, PURPOSES);
  const accepted = proof && (await accept(ctx, proof, input.password));
  if (!proof || !accepted) throw await refuse(ctx, input.token, proof);
  const callbackURL = onwardAddress(ctx, proof.data.callbackURL);
  const { purpose } = accepted.body;
  if (proof.userId !== null) {
    const redirect = carryingAddress(ctx, "verify-email", { ...onwardQuery(ctx, callbackURL), done: purpose });
    await keepOutcome(ctx, { kind: "verify-email", secret: input.token }, { userId: proof.userId, redirect });
  }
  return accepted.with({ status: true, ...accepted.body, callbackURL });
}

async function refuse(ctx: UserContext, token: string, found: Verification | null): Promise<SignInError> {
  const { proof, reason } = found ? { proof: found, reason: "link_used" } : await explainMissing(ctx, token, PURPOSES);
  const kind = proof && proof.purpose !== "email-verification" ? "email.change" : "email.verify";
  const userId = proof?.userId ?? null;
  await recordSecurityEvent(ctx, {
    kind,
    outcome: "refused",
    userId,
    reason,
    ...(proof && { data: { email: proof.email } }),
  });
  return new SignInError("INVALID_TOKEN");
}

async function accept(
  ctx: UserContext,
  proof: Verification,
  password: string | undefined,
): Promise<SignInResult<Accepted> | null> {
  switch (proof.purpose) {
    case "email-verification": {
      const done = await acceptVerification(ctx, proof, password);
      return done && new SignInResult({ user: toUser(done.user), purpose: proof.purpose }, { cookies: done.cookies });
    }
    case "change-email-confirmation":
      return (await confirmEmailChange(ctx, proof)) ? new SignInResult({ user: null, purpose: proof.purpose }) : null;
    case "change-email-verification": {
      const user = await completeEmailChange(ctx, proof);
      return user && new SignInResult({ user: toUser(user), purpose: proof.purpose });
    }
    default:
      return null;
  }
}

export interface EmailLinkDescription {
  valid: boolean;
  purpose: (typeof PURPOSES)[number] | null;
  /** The thing that this browser must have besides the link: the account's password, or a session of it. */
  needs: "nothing" | "password" | "session";
}

/**
 * Returns the input that a link's page must ask for, without using the link or telling whose it is. A browser that
 * comes from another site sends no session cookie, so its need is known once it has posted the page's form.
 */
export async function describeEmailLink(ctx: UserContext, token: string): Promise<EmailLinkDescription> {
  const proof = await findByToken(ctx, token, PURPOSES);
  const purpose = PURPOSES.find((each) => each === proof?.purpose) ?? null;
  if (proof === null || proof.userId === null || purpose === null) {
    return { valid: false, purpose: null, needs: "nothing" };
  }
  return { valid: true, purpose, needs: await needsOf(ctx, purpose, proof.userId) };
}

async function needsOf(
  ctx: UserContext,
  purpose: (typeof PURPOSES)[number],
  userId: string,
): Promise<EmailLinkDescription["needs"]> {
  if (purpose === "email-verification") return (await isOwnBrowser(ctx, userId)) ? "nothing" : "password";
  if (purpose === "change-email-confirmation") return "nothing";
  return ctx.session?.user.id === userId ? "nothing" : "session";
}
