import type { SamlIdentityProvider, SamlServiceProvider } from "@/lib/core/ports/saml";
import { SocialFailure } from "@/lib/core/ports/social-failure";
import type { UserContext } from "../context";
import { WITH_DOMAINS } from "./connections/resource";
import { serviceProviderOf } from "./saml/service-provider";

/** A connection that people can sign in by. */
export interface UsableConnection {
  id: string;
  name: string;
  createsUsers: boolean;
  startsAtProvider: boolean;
  /** The domains that are verified. */
  domains: ReadonlySet<string>;
  identityProvider: SamlIdentityProvider;
  serviceProvider: SamlServiceProvider;
}

/** Returns the project's connection; `null` for one that is off, not there, or another project's. */
export async function findConnection(ctx: UserContext, id: string): Promise<UsableConnection | null> {
  const where = { id, projectId: ctx.project.id, isEnabled: true };
  const row = await ctx.db.ssoConnection.findFirst({ where, include: WITH_DOMAINS });
  if (!row || row.entityId === null || row.signInUrl === null) return null;
  const { name, createsUsers, startsAtProvider, entityId, signInUrl, certificates } = row;
  const verified = row.domains.filter(({ verifiedAt }) => verifiedAt !== null);
  return {
    ...{ id, name, createsUsers, startsAtProvider },
    domains: new Set(verified.map(({ domain }) => domain)),
    identityProvider: { entityId, signInUrl, certificates },
    serviceProvider: serviceProviderOf(ctx, row),
  };
}

/** Returns the ID of the enabled connection that has verified the domain; `null` where there is none. */
export async function findConnectionOfDomain(ctx: UserContext, domain: string): Promise<string | null> {
  const where = {
    projectId: ctx.project.id,
    domain: domain.toLowerCase(),
    verifiedAt: { not: null },
    connection: { isEnabled: true },
  };
  return (await ctx.db.ssoDomain.findFirst({ where, select: { connectionId: true } }))?.connectionId ?? null;
}

/** Throws `SocialFailure` for a connection that is off or not there. */
export async function requireConnection(ctx: UserContext, id: string): Promise<UsableConnection> {
  const connection = await findConnection(ctx, id);
  if (connection) return connection;
  throw new SocialFailure("oauth_provider_not_found", { reason: "sso_connection_off" });
}
