import type { ProviderClient } from "@/lib/core/ports/identity-providers";
import { SOCIAL_PROVIDERS } from "@/lib/core/ports/identity-providers";
import {
  appleKeyOf,
  callbackUrlOf,
  clientSecretPlace,
  customIssuerOf,
  isKnownProvider,
  providerName,
} from "@/lib/sign-in/projects/providers/resource";
import type { SignInContext, UserContext } from "../context";

export interface ProjectClient {
  provider: string;
  name: string;
  client: ProviderClient;
}

/** Returns the project's own client at the provider; `null` when it has none, or has switched it off. */
export async function findProviderClient(ctx: UserContext, provider: string): Promise<ProjectClient | null> {
  return findAnyProviderClient(ctx, { projectId: ctx.project.id, provider, isEnabled: true });
}

/** Returns a project's client at the provider, in use or not. */
export async function findAnyProviderClient(
  ctx: SignInContext,
  where: { projectId: string; provider: string; isEnabled?: boolean },
): Promise<ProjectClient | null> {
  const { projectId, provider } = where;
  const row = await ctx.db.projectProvider.findFirst({ where, omit: { clientSecret: false } });
  if (!row || !isUsable(ctx, row)) return null;
  const clientSecret = ctx.sealer.open(row.clientSecret, clientSecretPlace(projectId, provider));
  const redirectUri = callbackUrlOf(ctx.baseUrl, projectId, provider);
  const kind = { custom: customIssuerOf(row), appleKey: appleKeyOf(row) };
  const client = { clientId: row.clientId, clientSecret, redirectUri, ...kind };
  return { provider, name: providerName(row), client };
}

interface UsableProvider {
  id: string;
  name: string;
}

/** Returns the providers that the project's users can sign in by: the known ones first, in their order. */
export async function listUsableProviders(ctx: UserContext): Promise<UsableProvider[]> {
  const rows = await ctx.db.projectProvider.findMany({
    where: { projectId: ctx.project.id, isEnabled: true },
    select: { provider: true, issuer: true, displayName: true },
    orderBy: [{ displayName: "asc" }, { provider: "asc" }],
  });
  const known = SOCIAL_PROVIDERS.flatMap((provider) => rows.filter((row) => row.provider === provider));
  const custom = rows.filter(({ provider }) => !isKnownProvider(provider));
  return [...known, ...custom]
    .filter((row) => isUsable(ctx, row))
    .map((row) => ({ id: row.provider, name: providerName(row) }));
}

/** A known provider may lack an address in this installation; an issuer of the project's own has one. */
function isUsable(ctx: SignInContext, { provider, issuer }: { provider: string; issuer: string | null }): boolean {
  if (!isKnownProvider(provider)) return issuer !== null;
  return ctx.signIn.identityProviders.isAvailable(provider);
}
