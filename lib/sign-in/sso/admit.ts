import { SocialFailure } from "@/lib/core/ports/social-failure";
import type { UserContext } from "../context";
import type { RemovedAccess } from "../removed-access";
import type { SessionUser } from "../session-user";
import type { UsableConnection } from "./find-connection";
import type { SsoProfile } from "./profile";

export interface Admitted {
  user: SessionUser;
  isNewUser: boolean;
  /** The ways in that the first proof of the address took away. */
  removed?: RemovedAccess[];
}

type FindOrMakeUser = (ctx: UserContext, connection: UsableConnection, profile: SsoProfile) => Promise<Admitted>;

/**
 * Lets a person in by a connection. By an organisation's connection come its members, and people whose account nobody
 * has proven to be theirs, who become members. An account of somebody who is no member stays theirs: they sign in another
 * way and take an invitation first. Throws `SocialFailure`, which undoes the work of the transaction.
 */
export async function admit(
  tx: UserContext,
  connection: UsableConnection,
  profile: SsoProfile,
  findOrMakeUser: FindOrMakeUser,
): Promise<Admitted> {
  const { organisationId, id: connectionId } = connection;
  if (organisationId === null) return findOrMakeUser(tx, connection, profile);
  const { members } = tx.signIn;
  const wasProven = await isProven(tx, profile.email);
  const isInvited = profile.email !== null && (await members.isInvited(tx, { organisationId, email: profile.email }));
  const mayJoin = connection.createsUsers || isInvited;
  const admitted = await findOrMakeUser(tx, { ...connection, createsUsers: mayJoin }, profile);
  const { user, isNewUser } = admitted;
  const { id: userId, email } = user;
  if (await members.isMember(tx, { organisationId, userId })) return admitted;
  if (!isNewUser && (wasProven || email !== profile.email || (await members.isMemberAnywhere(tx, userId)))) {
    throw new SocialFailure("account_not_linked", { reason: "sso_not_member", userId });
  }
  if (!mayJoin) throw new SocialFailure("signup_disabled", { reason: "sso_no_new_users" });
  await members.join(tx, { organisationId, connectionId, userId, email });
  return admitted;
}

async function isProven({ db, project }: UserContext, email: string | null): Promise<boolean> {
  if (email === null) return false;
  const where = { projectId: project.id, email, emailVerified: true };
  return (await db.user.findFirst({ where, select: { id: true } })) !== null;
}
