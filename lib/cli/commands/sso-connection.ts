import type { CommandResult } from "@/lib/cli/command-line";
import { formatFields } from "@/lib/cli/table";
import type { SsoConnection } from "@/lib/sign-in/sso/connections/resource";

/** Returns the part of a connection that a command prints. */
export function told(connection: SsoConnection): CommandResult {
  const { id, name, protocol, enabled, required, saml, oidc, serviceProvider, domains } = connection;
  const text = formatFields([
    ["id", id],
    ["name", name],
    ["state", enabled ? "on" : "off"],
    ["other ways in", required ? "refused" : "allowed"],
    ["protocol", protocol],
    ["identity provider", saml?.entityId ?? oidc?.issuer ?? "not set"],
    ...(saml?.metadata ? [["metadata", saml.metadata.problem ?? saml.metadata.url] as const] : []),
    ...(oidc === null ? [] : [["client id", oidc.clientId] as const]),
    ...(protocol === "oidc"
      ? ([
          ["redirect URI", serviceProvider.redirectUri],
          ["post-logout redirect URI", serviceProvider.postLogoutRedirectUri],
        ] as const)
      : ([
          ["entity ID, audience", serviceProvider.entityId],
          ["ACS URL", serviceProvider.acsUrl],
        ] as const)),
    ["start URL", serviceProvider.startUrl],
    ...domains.map(({ domain, verifiedAt, missingSince, record }): [string, string] => {
      if (verifiedAt !== null && missingSince === null) return [domain, "verified"];
      const wanted = `publish TXT ${record.name} ${record.value}`;
      return [domain, verifiedAt === null ? wanted : `verified, but the record is gone: ${wanted}`];
    }),
  ]);
  return { json: connection, text };
}
