import { organisationNotFound } from "@/lib/core/access/require-member-permission";
import { ServiceError } from "@/lib/core/errors";
import { enterAddress } from "./enter-dashboard";
import type { Membership, SignedInAccount } from "./find-session";
import type { MembersConnection } from "./sso-access";

/** Returns the account's membership; `null` for a stranger. The organisation may require a connection of it. */
export function membershipIn(account: SignedInAccount, organisationId: string): Membership | null {
  return account.memberships.find((membership) => membership.organisationId === organisationId) ?? null;
}

/** Throws `not_found` to strangers, and `missing_permission` where the organisation requires its connection. */
export function requireMembership(account: SignedInAccount, organisationId: string): Membership {
  const found = membershipIn(account, organisationId);
  if (found === null) throw organisationNotFound();
  if (found.requiredConnection !== null) throw connectionRequired(found);
  return found;
}

export function connectionRequired({ organisationName }: Membership): ServiceError {
  return new ServiceError("missing_permission", `${organisationName} requires single sign-on. Sign in by it first.`);
}

interface Start {
  projectId: string;
  connection: MembersConnection;
  email: string;
}

/** Returns the address that signs in by an organisation's connection and leads back to the organisation. */
export function startAddress({ projectId, connection: { id, organisationId }, email }: Start): string {
  const redirect_to = enterAddress(projectId, `/dashboard/${organisationId}`);
  return `/auth/${projectId}/sso/${id}?${new URLSearchParams({ redirect_to, login_hint: email })}`;
}
