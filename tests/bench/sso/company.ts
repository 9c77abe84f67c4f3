import type { ServiceContext } from "@/lib/runtime";
import { createSsoConnection } from "@/lib/sign-in/sso/connections/create";
import { updateSsoConnection } from "@/lib/sign-in/sso/connections/update";
import { addSsoDomain } from "@/lib/sign-in/sso/domains/add";
import { metadataOf, type TestIdentityProvider } from "@/tests/support/saml-identity-provider";

export const DOMAIN = "acme.example";

/** An enabled connection to this identity provider. No name server has its domain's record here. */
export async function connectCompany(
  ctx: ServiceContext,
  projectId: string,
  idp: TestIdentityProvider,
): Promise<string> {
  const given = { name: "Acme", protocol: "saml", createsUsers: true, startsAtProvider: false } as const;
  const made = await createSsoConnection(ctx, { ...given, projectId, saml: { metadata: metadataOf(idp) } });
  const address = { projectId, connectionId: made.id };
  await addSsoDomain(ctx, { ...address, domain: DOMAIN });
  await ctx.db.ssoDomain.updateMany({ where: address, data: { verifiedAt: ctx.clock.now() } });
  await updateSsoConnection(ctx, { ...address, enabled: true });
  return made.id;
}
