import type { SamlServiceProvider } from "@/lib/core/ports/saml";

/** Returns what a connection is called at its identity provider: its entity ID is the address of its metadata. */
export function serviceProviderOf(
  { baseUrl }: { baseUrl: string },
  { projectId, id }: { projectId: string; id: string },
): SamlServiceProvider & { startUrl: string; redirectUri: string } {
  const startUrl = `${baseUrl}/auth/${projectId}/sso/${id}`;
  return { entityId: `${startUrl}/metadata`, acsUrl: `${startUrl}/acs`, redirectUri: `${startUrl}/callback`, startUrl };
}
