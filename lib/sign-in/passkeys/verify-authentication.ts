import { z } from "zod";
import type { UserContext } from "../context";
import { refusingWith, type SignInErrorCode } from "../errors";
import type { Flow } from "../flow/flow";
import type { SignInResult } from "../result";
import type { SessionUser } from "../session-user";
import { completeSignIn, type TwoFactorRequired } from "../sessions/complete-sign-in";
import { type Session, toWireSession } from "../sessions/resource";
import { findUserById } from "../users/find";
import type { User } from "../users/resource";
import { type Assertion, verifyAssertion } from "./assertion";
import { CeremonyRefusal, refuseCeremony } from "./ceremony";
import { type RelyingParty, requireRelyingParty } from "./relying-party";
import { type AuthenticationResponse, CredentialJson, parseAuthenticationResponse } from "./responses";
import { takeCeremony } from "./take-ceremony";

export const VerifyAuthenticationInput = z.object({ response: CredentialJson });
type VerifyAuthenticationInput = z.infer<typeof VerifyAuthenticationInput>;

type SignedInByPasskey = { session: Session; user: User } | TwoFactorRequired;

interface Answered {
  response: unknown;
  flow: Flow;
  relyingParty: RelyingParty;
}

interface KnownPasskey {
  id: string;
  userId: string;
  credentialId: string;
  publicKey: Uint8Array<ArrayBuffer>;
  deviceType: string;
  rpId: string;
}

/**
 * Signs in with a passkey; one that verified its user counts as two factors. A refusal spends the challenge too. Throws
 * `CHALLENGE_NOT_FOUND`, `PASSKEY_NOT_FOUND`, `AUTHENTICATION_FAILED`, `PASSKEY_DISABLED`, `EMAIL_NOT_VERIFIED`,
 * `BANNED_USER`.
 */
export async function verifyPasskeyAuthentication(
  ctx: UserContext,
  { response }: VerifyAuthenticationInput,
): Promise<SignInResult<SignedInByPasskey>> {
  const relyingParty = requireRelyingParty(ctx);
  const { flow, cookies } = await takeCeremony(ctx, "passkey-authentication", response);
  return refusingWith(cookies, async () => {
    if (flow === null) throw await refuse(ctx, null, new CeremonyRefusal("challenge_not_found"), "CHALLENGE_NOT_FOUND");
    const done = await signIn(ctx, { response, flow, relyingParty });
    return done.with(done.body, { cookies });
  });
}

async function signIn(ctx: UserContext, given: Answered): Promise<SignInResult<SignedInByPasskey>> {
  const { user, isUserVerified } = await authenticate(ctx, given);
  if (ctx.project.settings.requireVerifiedEmail && !user.emailVerified) {
    throw await refuse(ctx, user.id, new CeremonyRefusal("email_not_verified"), "EMAIL_NOT_VERIFIED");
  }
  const first = { user, factor: "passkey", isRemembered: true, isSufficient: isUserVerified } as const;
  const done = await completeSignIn(ctx, first);
  const { body } = done;
  if ("twoFactorRedirect" in body) return done.with(body);
  const row = await ctx.db.session.findUniqueOrThrow({ where: { id: body.token } });
  return done.with({ session: toWireSession(row, user.id), user: body.user });
}

async function authenticate(
  ctx: UserContext,
  { response, flow, relyingParty }: Answered,
): Promise<{ user: SessionUser; isUserVerified: boolean }> {
  let userId: string | null = null;
  try {
    const parsed = parseAuthenticationResponse(response);
    const passkey = await findPasskey(ctx, parsed.id, relyingParty);
    const user = passkey && (await findUserById(ctx, passkey.userId));
    if (!user) throw await refuse(ctx, null, new CeremonyRefusal("unknown_passkey"), "PASSKEY_NOT_FOUND");
    userId = user.id;
    const assertion = await verify(ctx, { parsed, flow, relyingParty, passkey });
    await moveCounter(ctx, passkey, assertion);
    return { user, isUserVerified: assertion.userVerified };
  } catch (error) {
    if (!(error instanceof CeremonyRefusal)) throw error;
    throw await refuse(ctx, userId, error, "AUTHENTICATION_FAILED");
  }
}

/** Finds a passkey of the project's present domain; browsers would not use one of another domain here. */
function findPasskey(ctx: UserContext, credentialId: string, { id: rpId }: RelyingParty): Promise<KnownPasskey | null> {
  const select = { id: true, userId: true, credentialId: true, publicKey: true, deviceType: true, rpId: true };
  return ctx.db.passkey.findFirst({ where: { projectId: ctx.project.id, credentialId, rpId }, select });
}

interface Given {
  parsed: AuthenticationResponse;
  flow: Flow;
  relyingParty: RelyingParty;
  passkey: KnownPasskey;
}

function verify(ctx: UserContext, { parsed, flow, relyingParty, passkey }: Given): Promise<Assertion> {
  // If the options named passkeys, the answer must be by one of them (WebAuthn section 7.2, step 5).
  if (flow.userId !== null && flow.userId !== passkey.userId) throw new CeremonyRefusal("other_user");
  return verifyAssertion(parsed, {
    challenge: flow.secrets.challenge ?? "",
    relyingParty,
    passkey,
    isUserVerificationRequired: ctx.project.settings.passkeys.userVerification === "required",
    isDiscoverable: flow.userId === null,
  });
}

/**
 * Compares and stores the signature counter in one statement. A counter that does not increase points to a copy
 * (WebAuthn section 6.1.1); zero means that the authenticator does not count.
 */
async function moveCounter(ctx: UserContext, passkey: KnownPasskey, assertion: Assertion): Promise<void> {
  const counter = BigInt(assertion.newCounter);
  const moved = await ctx.db.$executeRaw`
    update passkey set counter = ${counter}, is_backed_up = ${assertion.credentialBackedUp},
                       last_used_at = ${ctx.clock.now()}
    where id = ${passkey.id} and project_id = ${ctx.project.id}
      and (counter < ${counter} or (counter = 0 and ${counter} = 0))`;
  if (moved === 0) {
    throw new CeremonyRefusal("counter_went_back", { passkeyId: passkey.id, counter: assertion.newCounter });
  }
}

function refuse(ctx: UserContext, userId: string | null, { reason, data }: CeremonyRefusal, code: SignInErrorCode) {
  return refuseCeremony(ctx, { kind: "session.sign_in", userId, reason, data }, code);
}
