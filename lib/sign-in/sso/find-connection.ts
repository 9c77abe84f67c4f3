import { readRows } from "@/lib/core/db/client";
import { Prisma } from "@/lib/core/db/generated/client";
import { domainInOneForm } from "@/lib/core/email-address";
import type { ClientAuthentication, CustomIssuer, ProviderClient } from "@/lib/core/ports/identity-providers";
import type { SamlBinding, SamlIdentityProvider, SamlServiceProvider } from "@/lib/core/ports/saml";
import { SocialFailure } from "@/lib/core/ports/social-failure";
import type { SignInContext, UserContext } from "../context";
import { clientSecretPlace } from "./connections/oidc-client";
import { clientOf } from "./connections/resource";
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
  /** The organisation whose members sign in to the dashboard by it; `null` for a connection of a project. */
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

interface Row {
  id: string;
  projectId: string;
  organisationId: string | null;
  name: string;
  createsUsers: boolean;
  startsAtProvider: boolean;
  trustsSecondFactor: boolean;
  secondFactorContexts: string[];
  entityId: string | null;
  signInUrl: string | null;
  signInBinding: SamlBinding;
  signOutUrl: string | null;
  signOutBinding: SamlBinding;
  certificates: string[];
  privateKey: string | null;
  certificate: string | null;
  nextPrivateKey: string | null;
  nextCertificate: string | null;
  signsRequests: boolean;
  requiresEncryption: boolean;
  issuer: string | null;
  clientId: string | null;
  clientSecret: string | null;
  scopes: string[];
  authentication: ClientAuthentication | null;
  domains: string[];
}

/** Each step of a sign-in reads the connection anew, so it is one statement. */
function readConnection({ db }: SignInContext, { id, projectId, isEnabled }: Asked): Promise<Row[]> {
  const isWanted = isEnabled ? Prisma.sql`and c.is_enabled` : Prisma.empty;
  return readRows<Row>(
    db,
    Prisma.sql`
    select c.id, c.project_id as "projectId", c.organisation_id as "organisationId", c.name,
           c.creates_users as "createsUsers", c.starts_at_provider as "startsAtProvider",
           c.trusts_second_factor as "trustsSecondFactor", c.second_factor_contexts as "secondFactorContexts",
           c.entity_id as "entityId", c.sign_in_url as "signInUrl", c.sign_out_url as "signOutUrl", c.certificates,
           c.sign_in_binding as "signInBinding", c.sign_out_binding as "signOutBinding",
           c.private_key as "privateKey", c.certificate,
           c.next_private_key as "nextPrivateKey", c.next_certificate as "nextCertificate",
           c.signs_requests as "signsRequests", c.requires_encryption as "requiresEncryption",
           c.issuer, c.client_id as "clientId", c.client_secret as "clientSecret", c.scopes, c.authentication,
           array(select d.domain from sso_domain d where d.connection_id = c.id and d.verified_at is not null) as domains
    from sso_connection c where c.id = ${id} and c.project_id = ${projectId} ${isWanted}`,
  );
}

/** A request that concerns a project. */
export type OfProject = SignInContext & { project: { id: string } };

interface Asked {
  id: string;
  projectId: string;
  /** Whether it must be on. */
  isEnabled?: boolean;
}

/** Returns the project's connection; `null` for one that is off, not there, or another project's. */
export async function findConnection(ctx: OfProject, id: string): Promise<UsableConnection | null> {
  return findAnyConnection(ctx, { id, projectId: ctx.project.id, isEnabled: true });
}

/** Returns a project's connection, on or off; `null` for one without an identity provider. */
export async function findAnyConnection(ctx: SignInContext, asked: Asked): Promise<UsableConnection | null> {
  const [row] = await readConnection(ctx, asked);
  if (!row) return null;
  const { id, name, createsUsers, startsAtProvider, trustsSecondFactor, secondFactorContexts } = row;
  const { entityId, signInUrl, signOutUrl, certificates, clientSecret, organisationId } = row;
  const { signInBinding, signOutBinding } = row;
  const switches = { createsUsers, startsAtProvider, trustsSecondFactor, secondFactorContexts };
  const shared = { id, name, ...switches, domains: new Set(row.domains), organisationId };
  if (entityId !== null && signInUrl !== null) {
    const serviceProvider = samlServiceProviderOf(ctx, row);
    return {
      ...shared,
      protocol: "saml",
      serviceProvider,
      identityProvider: { entityId, signInUrl, signInBinding, signOutUrl, signOutBinding, certificates },
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
    domain: domainInOneForm(domain),
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
