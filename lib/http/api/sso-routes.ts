/** The settings that all routes of a project's SSO connections share. */
export const SSO_ROUTE = { tag: "users", auth: "server-key", resource: "users" } as const;

export const SSO_CONNECTION_ROUTE = {
  ...SSO_ROUTE,
  params: { projectId: "project", connectionId: "ssoConnection" },
  errors: ["sso_connection_not_found"],
} as const;

export const SSO_DOMAIN_ROUTE = {
  ...SSO_CONNECTION_ROUTE,
  params: { ...SSO_CONNECTION_ROUTE.params, domain: /^[a-z0-9.-]{1,253}$/ },
} as const;

export const SCIM_TOKEN_ROUTE = {
  ...SSO_CONNECTION_ROUTE,
  params: { ...SSO_CONNECTION_ROUTE.params, tokenId: "scimToken" },
} as const;

/** Metadata may hold several certificates and descriptions in many languages. */
export const SSO_BODY_BYTES = 393_216;
