import type { SecretPlace } from "@/lib/core/crypto/seal";
import { SOCIAL_PROVIDERS, type SocialProvider } from "@/lib/core/ports/identity-providers";

export interface Provider {
  provider: SocialProvider;
  clientId: string;
  isEnabled: boolean;
  /** Times are ISO 8601, UTC. */
  createdAt: string;
  updatedAt: string;
}

interface ProviderRow {
  provider: string;
  clientId: string;
  isEnabled: boolean;
  createdAt: Date;
  updatedAt: Date;
}

export function toProvider(row: ProviderRow): Provider {
  const provider = SOCIAL_PROVIDERS.find((known) => known === row.provider);
  if (!provider) throw new TypeError(`there is no provider "${row.provider}"`);
  return {
    provider,
    clientId: row.clientId,
    isEnabled: row.isEnabled,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export function clientSecretPlace(projectId: string, provider: SocialProvider): SecretPlace {
  return { table: "project_provider", column: "client_secret", rowId: `${projectId}:${provider}` };
}
