import type { Context } from "@/lib/core/context";
import { connectionIn } from "@/lib/sign-in/sso-domains/connection-in";
import { domainOf } from "@/lib/sign-in/sso-domains/required";

/** A connection of an organisation, as far as its members see it. */
export interface MembersConnection {
  id: string;
  name: string;
  organisationId: string;
}

interface Session {
  factors: readonly string[];
  projectId: string;
  email: string;
}

const SELECT = { id: true, name: true, organisationId: true } as const;

/**
 * Returns the connection that began a session, which opens that connection's organisation alone: `null` for a session that
 * began otherwise, and `ended` once the connection is off or gone, or no longer vouches for the address.
 */
export async function findConnectionOfSession(
  { db }: Context,
  { factors, projectId, email }: Session,
): Promise<MembersConnection | "ended" | null> {
  const id = connectionIn(factors);
  if (id === null) return null;
  const domains = { some: { domain: domainOf(email), verifiedAt: { not: null } } };
  const found = await db.ssoConnection.findFirst({
    where: { id, projectId, isEnabled: true, domains },
    select: SELECT,
  });
  return toMembersConnection(found) ?? "ended";
}

/** Returns the connection that one of the organisations requires of its members with the address; `null` without one. */
export async function findRequiredConnection(
  { db }: Context,
  { projectId, email, organisationIds }: Pick<Session, "projectId" | "email"> & { organisationIds: string[] },
): Promise<MembersConnection | null> {
  if (organisationIds.length === 0) return null;
  const connection = { isEnabled: true, isRequired: true, organisationId: { in: organisationIds } };
  const where = { projectId, domain: domainOf(email), verifiedAt: { not: null }, connection };
  const found = await db.ssoDomain.findFirst({ where, select: { connection: { select: SELECT } } });
  return toMembersConnection(found?.connection ?? null);
}

function toMembersConnection(row: { id: string; name: string; organisationId: string | null } | null) {
  const { organisationId = null } = row ?? {};
  return row === null || organisationId === null ? null : { ...row, organisationId };
}
