import type { SecretPlace } from "@/lib/core/crypto/seal";
import {
  type AppleKey,
  type ClientAuthentication,
  type CustomIssuer,
  PROVIDER_NAMES,
  SOCIAL_PROVIDERS,
  type SocialProvider,
} from "@/lib/core/ports/identity-providers";

export interface Provider {
  /** One of the known providers, or the ID that the project gave to an issuer of its own. */
  provider: string;
  name: string;
  clientId: string;
  isEnabled: boolean;
  /** Set for an OpenID Connect issuer that the project added. */
  issuer: string | null;
  scopes: string[];
  authentication: ClientAuthentication | null;
  /** Apple's. */
  teamId: string | null;
  keyId: string | null;
  /** The address to which the provider sends the browser back; its console must know it. */
  callbackUrl: string;
  /** Times are ISO 8601, UTC. */
  createdAt: string;
  updatedAt: string;
}

export interface ProviderRow {
  projectId: string;
  provider: string;
  clientId: string;
  isEnabled: boolean;
  issuer: string | null;
  displayName: string | null;
  scopes: string[];
  authentication: string | null;
  teamId: string | null;
  keyId: string | null;
  createdAt: Date;
  updatedAt: Date;
}

export function toProvider({ baseUrl }: { baseUrl: string }, row: ProviderRow): Provider {
  const { projectId, provider, clientId, isEnabled, issuer, scopes, teamId, keyId } = row;
  return {
    ...{ provider, name: providerName(row), clientId, isEnabled },
    ...{ issuer, scopes, authentication: row.authentication as ClientAuthentication | null, teamId, keyId },
    callbackUrl: callbackUrlOf(baseUrl, projectId, provider),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export function isKnownProvider(provider: string): provider is SocialProvider {
  return SOCIAL_PROVIDERS.some((known) => known === provider);
}

export function providerName({ provider, displayName }: Pick<ProviderRow, "provider" | "displayName">): string {
  return isKnownProvider(provider) ? PROVIDER_NAMES[provider] : (displayName ?? provider);
}

export function callbackUrlOf(baseUrl: string, projectId: string, provider: string): string {
  return `${baseUrl}/auth/${projectId}/callback/${provider}`;
}

export function customIssuerOf({ issuer, scopes, authentication }: ProviderRow): CustomIssuer | null {
  if (issuer === null) return null;
  return { issuer, scopes, authentication: authentication as ClientAuthentication | null };
}

export function appleKeyOf({ teamId, keyId }: ProviderRow): AppleKey | null {
  return teamId !== null && keyId !== null ? { teamId, keyId } : null;
}

export function clientSecretPlace(projectId: string, provider: string): SecretPlace {
  return { table: "project_provider", column: "client_secret", rowId: `${projectId}:${provider}` };
}
