import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import type { ProviderProfile } from "@/lib/core/ports/identity-providers";
import type { UserContext } from "../context";
import { recordSecurityEvent } from "../events/record";
import { localeOf } from "../flow/locale";
import { holdsAccount } from "../flow/own-browser";
import { withRemovedAccess } from "../removed-access";
import type { SignInResult } from "../result";
import type { SessionUser } from "../session-user";
import { completeSignIn, type TwoFactorRequired } from "../sessions/complete-sign-in";
import type { SessionStartedReply } from "../sessions/replies";
import { insertAccount, linkAccount } from "../social/account";
import { createUser } from "../users/create";
import { proveMailbox } from "../users/prove-mailbox";
import { type Admitted, admit } from "./admit";
import type { UsableConnection } from "./find-connection";
import { rememberSsoSession } from "./logout/begin";
import { matchPerson } from "./match-person";
import type { SsoProfile } from "./profile";

interface SignedInByConnection {
  userId: string;
  isNewUser: boolean;
  signedIn: SessionStartedReply | TwoFactorRequired;
}

/** Signs in a person of a connection, and creates or links their user. Throws `SocialFailure`, `BANNED_USER`. */
export async function signInByConnection(
  ctx: UserContext,
  connection: UsableConnection,
  profile: SsoProfile,
  idToken: string | null,
): Promise<SignInResult<SignedInByConnection>> {
  const attempt = async () =>
    (await findKnown(ctx, connection, profile)) ??
    withTransaction(ctx, (tx) => admit(tx, connection, profile, findOrMakeUser));
  // A concurrent request may create the same user; the second attempt then finds them.
  const {
    user,
    isNewUser,
    removed = [],
  } = await attempt().catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    return attempt();
  });
  const { authenticatedAt } = profile;
  const connectionId = connection.id;
  const ssoSessionId = await rememberSsoSession(ctx, { connectionId, userId: user.id, idToken }, profile);
  const hasSecondFactor = gaveTrustedSecondFactor(connection, profile);
  const proof = { authenticatedAt, ssoSessionId, hasSecondFactor };
  const given = { user, factor: connectionId, isRemembered: true, isLeftIn: true, ...proof };
  const done = await completeSignIn(ctx, given);
  return done.with({ userId: user.id, isNewUser, signedIn: withRemovedAccess(done.body, removed) });
}

/** A person whom a project's connection has let in before is let in again, which takes no transaction. */
async function findKnown(
  ctx: UserContext,
  connection: UsableConnection,
  profile: SsoProfile,
): Promise<Admitted | null> {
  if (connection.organisationId !== null) return null;
  const match = await matchPerson(ctx, connection, profile);
  if (match.kind !== "linked") return null;
  const { user, email } = match;
  return user.emailVerified || user.email !== email ? { user, isNewUser: false } : null;
}

/** Finds the person's user, or makes one. */
async function findOrMakeUser(ctx: UserContext, connection: UsableConnection, profile: SsoProfile): Promise<Admitted> {
  const match = await matchPerson(ctx, connection, profile);
  const { email } = match;
  const account = { ...profile, email, emailVerified: true, image: null, scopes: [] };
  switch (match.kind) {
    case "linked":
      return { user: await proveAddress(ctx, match.user, email), isNewUser: false };
    case "provisioned":
      await insertAccount(ctx, match.user.id, connection.id, account);
      return { user: await proveAddress(ctx, match.user, email), isNewUser: false };
    case "same-address": {
      const isOwner = await holdsAccount(ctx, match.user);
      const proof = { isOwner, locale: localeOf(ctx), name: profile.name };
      const { user, removed } = await proveMailbox(ctx, match.user, proof);
      await linkAccount(ctx, user, connection.id, account);
      return { user, isNewUser: false, removed };
    }
    case "new":
      return { user: await makeUser(ctx, connection, account), isNewUser: true };
  }
}

async function makeUser(
  ctx: UserContext,
  { id, name: connection }: UsableConnection,
  account: Omit<ProviderProfile, "email"> & { email: string },
): Promise<SessionUser> {
  const { email, name } = account;
  const user = await createUser(ctx, { email, name, emailVerified: true });
  await insertAccount(ctx, user.id, id, account);
  const data = { provider: id, connection };
  await recordSecurityEvent(ctx, { kind: "user.sign_up", outcome: "accepted", userId: user.id, data });
  return user;
}

async function proveAddress(ctx: UserContext, user: SessionUser, email: string): Promise<SessionUser> {
  if (user.emailVerified || user.email !== email) return user;
  const proven = { emailVerified: true, updatedAt: ctx.clock.now() };
  await ctx.db.user.update({ where: { id: user.id }, data: proven, select: { id: true } });
  await recordSecurityEvent(ctx, { kind: "email.verify", outcome: "accepted", userId: user.id });
  return { ...user, ...proven };
}

/**
 * Returns whether the person gave a second factor that the project's owner trusts: the identity provider says `mfa`
 * (RFC 8176), or an authentication context class that the owner listed. A factor that it doesn't mention was not given.
 */
function gaveTrustedSecondFactor(
  { trustsSecondFactor, secondFactorContexts }: Pick<UsableConnection, "trustsSecondFactor" | "secondFactorContexts">,
  { amr, acr }: Pick<SsoProfile, "amr" | "acr">,
): boolean {
  if (!trustsSecondFactor) return false;
  return amr.includes("mfa") || (acr !== null && secondFactorContexts.includes(acr));
}
