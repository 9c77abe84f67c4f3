import type { ProviderClient } from "@/lib/core/ports/identity-providers";
import { SOCIAL_PROVIDERS, type SocialProvider } from "@/lib/core/ports/identity-providers";
import { clientSecretPlace } from "@/lib/sign-in/projects/providers/resource";
import type { UserContext } from "../context";

interface ProjectClient {
  provider: SocialProvider;
  client: ProviderClient;
}

/** Returns the project's own client at the provider; `null` when it has none, or has switched it off. */
export async function findProviderClient(ctx: UserContext, name: string): Promise<ProjectClient | null> {
  const provider = SOCIAL_PROVIDERS.find((known) => known === name);
  if (provider === undefined || !ctx.signIn.identityProviders.isAvailable(provider)) return null;
  const projectId = ctx.project.id;
  const row = await ctx.db.projectProvider.findUnique({
    where: { projectId_provider: { projectId, provider } },
    select: { clientId: true, clientSecret: true, isEnabled: true },
  });
  if (!row?.isEnabled) return null;
  const clientSecret = ctx.sealer.open(row.clientSecret, clientSecretPlace(projectId, provider));
  const redirectUri = `${ctx.baseUrl}/auth/${projectId}/callback/${provider}`;
  return { provider, client: { clientId: row.clientId, clientSecret, redirectUri } };
}

/** Returns the providers that the project's users can sign in by, in the order of `SOCIAL_PROVIDERS`. */
export async function listUsableProviders(ctx: UserContext): Promise<SocialProvider[]> {
  const where = { projectId: ctx.project.id, isEnabled: true };
  const rows = await ctx.db.projectProvider.findMany({ where, select: { provider: true } });
  const enabled = new Set(rows.map(({ provider }) => provider));
  return SOCIAL_PROVIDERS.filter(
    (provider) => enabled.has(provider) && ctx.signIn.identityProviders.isAvailable(provider),
  );
}
