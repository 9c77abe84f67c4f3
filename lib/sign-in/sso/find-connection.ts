import type { CustomIssuer, ProviderClient } from "@/lib/core/ports/identity-providers";
import type { SamlIdentityProvider, SamlServiceProvider } from "@/lib/core/ports/saml";
import { SocialFailure } from "@/lib/core/ports/social-failure";
import type { SignInContext, UserContext } from "../context";
import { clientSecretPlace } from "./connections/oidc-client";
import { clientOf, WITH_DOMAINS } from "./connections/resource";
import { samlServiceProviderOf, serviceProviderOf } from "./saml/service-provider";

interface Connection {
  id: string;
  name: string;
  createsUsers: boolean;
  startsAtProvider: boolean;
  trustsSecondFactor: boolean;
  secondFactorContexts: readonly string[];
  /** The domains that are verified. */
  domains: ReadonlySet<string>;
  /** Whose members sign in to the dashboard by it; `null` for a connection of a project. */
  organisationId: string | null;
}

export interface SamlConnection extends Connection {
  protocol: "saml";
  identityProvider: SamlIdentityProvider;
  serviceProvider: SamlServiceProvider;
}

export interface OidcConnection extends Connection {
  protocol: "oidc";
  client: ProviderClient & { custom: CustomIssuer };
}

/** A connection that people can sign in by. */
export type UsableConnection = SamlConnection | OidcConnection;

/** Secrets are left out of rows unless they are asked for. */
const SECRETS = { clientSecret: false, privateKey: false, nextPrivateKey: false } as const;

/** A request that concerns a project. */
export type OfProject = SignInContext & { project: { id: string } };

/** Returns the project's connection; `null` for one that is off, not there, or another project's. */
export async function findConnection(ctx: OfProject, id: string): Promise<UsableConnection | null> {
  return findAnyConnection(ctx, { id, projectId: ctx.project.id, isEnabled: true });
}

/** Returns a project's connection, on or off; `null` for one without an identity provider. */
export async function findAnyConnection(
  ctx: SignInContext,
  where: { id: string; projectId: string; isEnabled?: boolean },
): Promise<UsableConnection | null> {
  const row = await ctx.db.ssoConnection.findFirst({ where, include: WITH_DOMAINS, omit: SECRETS });
  if (!row) return null;
  const { id, name, createsUsers, startsAtProvider, trustsSecondFactor, secondFactorContexts } = row;
  const { entityId, signInUrl, signOutUrl, certificates, clientSecret } = row;
  const verified = row.domains.filter(({ verifiedAt }) => verifiedAt !== null);
  const domains = new Set(verified.map(({ domain }) => domain));
  const switches = { createsUsers, startsAtProvider, trustsSecondFactor, secondFactorContexts };
  const shared = { id, name, ...switches, domains, organisationId: row.organisationId };
  if (entityId !== null && signInUrl !== null) {
    const serviceProvider = samlServiceProviderOf(ctx, row);
    return {
      ...shared,
      protocol: "saml",
      serviceProvider,
      identityProvider: { entityId, signInUrl, signOutUrl, certificates },
    };
  }
  const at = clientOf(row);
  if (at === null || clientSecret === null) return null;
  const { clientId, ...custom } = at;
  const secret = ctx.sealer.open(clientSecret, clientSecretPlace(id));
  const { redirectUri } = serviceProviderOf(ctx, row);
  const client = { clientId, clientSecret: secret, redirectUri, custom, appleKey: null };
  return { ...shared, protocol: "oidc", client };
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

/** Throws as `requireConnection`, and for a connection of another protocol. */
export async function requireSamlConnection(ctx: UserContext, id: string): Promise<SamlConnection> {
  const connection = await requireConnection(ctx, id);
  if (connection.protocol === "saml") return connection;
  throw new SocialFailure("oauth_provider_not_found", { reason: "sso_connection_off" });
}

/** Throws as `requireConnection`, and for a connection of another protocol. */
export async function requireOidcConnection(ctx: UserContext, id: string): Promise<OidcConnection> {
  const connection = await requireConnection(ctx, id);
  if (connection.protocol === "oidc") return connection;
  throw new SocialFailure("oauth_provider_not_found", { reason: "sso_connection_off" });
}
