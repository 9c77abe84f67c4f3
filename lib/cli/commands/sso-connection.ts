import { fields } from "@/lib/cli/define/print";
import type { SsoConnection } from "@/lib/sign-in/sso/connections/resource";

type Line = readonly [string, string];

/** Returns the part of a connection that a command prints. */
export const print = fields<SsoConnection>(
  [
    "id",
    "name",
    {
      state: ({ enabled }) => (enabled ? "on" : "off"),
      "other ways in": ({ required }) => (required ? "refused" : "allowed"),
    },
    "protocol",
    { "identity provider": ({ saml, oidc }) => saml?.entityId ?? oidc?.issuer ?? "not set" },
  ],
  ({ saml, oidc, protocol, serviceProvider: at, domains }) => [
    ...(saml?.metadata ? [["metadata", saml.metadata.problem ?? saml.metadata.url] as Line] : []),
    ...(oidc === null ? [] : [["client id", oidc.clientId] as Line]),
    ...(protocol === "oidc"
      ? [["redirect URI", at.redirectUri] as Line, ["post-logout redirect URI", at.postLogoutRedirectUri] as Line]
      : [["entity ID, audience", at.entityId] as Line, ["ACS URL", at.acsUrl] as Line]),
    ["start URL", at.startUrl],
    ...domains.map(({ domain, verifiedAt, missingSince, record }): Line => {
      if (verifiedAt !== null && missingSince === null) return [domain, "verified"];
      const wanted = `publish TXT ${record.name} ${record.value}`;
      return [domain, verifiedAt === null ? wanted : `verified, but the record is gone: ${wanted}`];
    }),
  ],
);
