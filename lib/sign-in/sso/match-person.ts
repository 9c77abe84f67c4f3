import { domainInOneForm } from "@/lib/core/email-address";
import { SocialFailure } from "@/lib/core/ports/social-failure";
import type { UserContext } from "../context";
import type { SessionUser } from "../session-user";
import { findUserOfProfile } from "../social/account";
import { findUserByEmail, findUserById } from "../users/find";
import type { UsableConnection } from "./find-connection";
import type { SsoProfile } from "./profile";

/**
 * The user who matches a person of a connection: one who is linked to them, one whom the company's directory
 * provisioned, one who has their address, or a new one.
 */
export type PersonMatch =
  | { kind: "linked" | "provisioned" | "same-address"; user: SessionUser; email: string }
  | { kind: "new"; email: string };

/**
 * Finds the user of a person and changes nothing. The company vouches for addresses of its own domains and for no
 * others: neither the address it gives nor the one of the user it leads to may be elsewhere. Throws `SocialFailure`.
 */
export async function matchPerson(
  ctx: UserContext,
  connection: UsableConnection,
  profile: SsoProfile,
): Promise<PersonMatch> {
  const { email } = profile;
  if (email === null) throw new SocialFailure("email_not_found");
  if (!isOfCompany(connection, email)) {
    throw new SocialFailure("email_domain_not_verified", { reason: "sso_foreign_email" });
  }
  const account = { ...profile, email, emailVerified: true, image: null, scopes: [] };
  const linked = await findUserOfProfile(ctx, connection.id, account);
  if (linked) return { kind: "linked", user: ofCompany(connection, linked), email };
  const provisioned = await findProvisioned(ctx, connection, profile.subject);
  if (provisioned) return { kind: "provisioned", user: ofCompany(connection, provisioned), email };
  const owner = await findUserByEmail(ctx, email);
  if (owner) return { kind: "same-address", user: owner, email };
  if (!connection.createsUsers) throw new SocialFailure("signup_disabled", { reason: "sso_no_new_users" });
  return { kind: "new", email };
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
function ofCompany(connection: UsableConnection, user: SessionUser): SessionUser {
  if (isOfCompany(connection, user.email)) return user;
  throw new SocialFailure("email_domain_not_verified", { reason: "sso_user_elsewhere", userId: user.id });
}

export function isOfCompany({ domains }: Pick<UsableConnection, "domains">, email: string): boolean {
  return domains.has(domainInOneForm(email.slice(email.lastIndexOf("@") + 1)));
}
