import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import type { ProviderProfile } from "@/lib/core/ports/identity-providers";
import { SocialFailure } from "@/lib/core/ports/social-failure";
import type { UserContext } from "../context";
import { recordSecurityEvent } from "../events/record";
import type { SessionStartedReply } from "../replies";
import type { SignInResult } from "../result";
import type { SessionUser } from "../session-user";
import { completeSignIn, type TwoFactorRequired } from "../sessions/complete-sign-in";
import { findUserOfProfile, insertAccount, linkAccount } from "../social/account";
import { createUser } from "../users/create";
import { findUserByEmail, findUserById } from "../users/find";
import { proveMailbox } from "../users/prove-mailbox";
import type { UsableConnection } from "./find-connection";
import { rememberSsoSession } from "./logout/begin";
import type { SsoProfile } from "./profile";

interface SignedInByConnection {
  isNewUser: boolean;
  signedIn: SessionStartedReply | TwoFactorRequired;
}

/** Signs in a person of a connection, and creates or links their user. Throws `SocialFailure`, `BANNED_USER`. */
export async function signInByConnection(
  ctx: UserContext,
  connection: UsableConnection,
  profile: SsoProfile,
): Promise<SignInResult<SignedInByConnection>> {
  const attempt = () => findOrMakeUser(ctx, connection, profile);
  // A concurrent request may create the same user; the second attempt then finds them.
  const { user, isNewUser } = await attempt().catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    return attempt();
  });
  const { authenticatedAt } = profile;
  const connectionId = connection.id;
  const ssoSessionId = await rememberSsoSession(ctx, { connectionId, userId: user.id }, profile);
  const given = { user, factor: connectionId, isRemembered: true, isLeftIn: true, authenticatedAt, ssoSessionId };
  const done = await completeSignIn(ctx, given);
  return done.with({ isNewUser, signedIn: done.body });
}

/**
 * Finds the person's user, or makes one. The company vouches for addresses of its own domains and for no others: neither
 * the address it gives nor the one of the user it leads to may be elsewhere.
 */
async function findOrMakeUser(
  ctx: UserContext,
  connection: UsableConnection,
  profile: SsoProfile,
): Promise<{ user: SessionUser; isNewUser: boolean }> {
  const { email, name } = profile;
  if (email === null) throw new SocialFailure("email_not_found");
  if (!isOfCompany(connection, email)) {
    throw new SocialFailure("email_domain_not_verified", { reason: "sso_foreign_email" });
  }
  const account = { ...profile, email, emailVerified: true, image: null, scopes: [] };
  const linked = await findUserOfProfile(ctx, connection.id, account);
  if (linked) return { user: await acceptLinked(ctx, connection, linked, email), isNewUser: false };
  return withTransaction(ctx, (tx) => linkOrMakeUser(tx, connection, { ...account, name }));
}

/** For whoever comes by the connection for the first time. */
async function linkOrMakeUser(
  ctx: UserContext,
  connection: UsableConnection,
  account: ProviderProfile & { email: string },
): Promise<{ user: SessionUser; isNewUser: boolean }> {
  const { email, name } = account;
  const provisioned = await findProvisioned(ctx, connection, account.subject);
  if (provisioned) {
    await insertAccount(ctx, provisioned.id, connection.id, account);
    return { user: await acceptLinked(ctx, connection, provisioned, email), isNewUser: false };
  }
  const owner = await findUserByEmail(ctx, email);
  if (owner) {
    const user = await proveMailbox(ctx, owner);
    await linkAccount(ctx, user, connection.id, account);
    return { user, isNewUser: false };
  }
  if (!connection.createsUsers) throw new SocialFailure("signup_disabled", { reason: "sso_no_new_users" });
  const user = await createUser(ctx, { email, name, emailVerified: true });
  await insertAccount(ctx, user.id, connection.id, account);
  const data = { provider: connection.id, connection: connection.name };
  await recordSecurityEvent(ctx, { kind: "user.sign_up", outcome: "accepted", userId: user.id, data });
  return { user, isNewUser: true };
}

/** Returns whom the company's directory has provisioned under the id that its identity provider names (SCIM). */
async function findProvisioned(
  ctx: UserContext,
  { id }: UsableConnection,
  subject: string,
): Promise<SessionUser | null> {
  const where = { connectionId: id, projectId: ctx.project.id, externalId: subject };
  const row = await ctx.db.scimUser.findFirst({ where, select: { userId: true } });
  return row && findUserById(ctx, row.userId);
}

/** A user who has taken an address elsewhere is not the company's any more. */
async function acceptLinked(
  ctx: UserContext,
  connection: UsableConnection,
  user: SessionUser,
  email: string,
): Promise<SessionUser> {
  if (!isOfCompany(connection, user.email)) {
    throw new SocialFailure("email_domain_not_verified", { reason: "sso_user_elsewhere", userId: user.id });
  }
  if (user.emailVerified || user.email !== email) return user;
  const proven = { emailVerified: true, updatedAt: ctx.clock.now() };
  await withTransaction(ctx, async (tx) => {
    await tx.db.user.update({ where: { id: user.id }, data: proven, select: { id: true } });
    await recordSecurityEvent(tx, { kind: "email.verify", outcome: "accepted", userId: user.id });
  });
  return { ...user, ...proven };
}

function isOfCompany({ domains }: UsableConnection, email: string): boolean {
  return domains.has(email.slice(email.lastIndexOf("@") + 1).toLowerCase());
}
