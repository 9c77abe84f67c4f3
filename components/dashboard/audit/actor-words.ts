/** The names of actors without an email address, by their kind. */
const ACTORS: Record<string, string> = {
  member: "Former member",
  user: "Former account",
  operator: "Operator",
  "admin-key": "Operator",
  "operator-account": "Operator",
  service: "Coppice (automatic)",
  "management-key": "API key",
  "public-key": "Public key",
  "server-key": "Server key",
  "scim-token": "Company directory (SCIM)",
  "hosted-page": "Sign-in page",
  "sso-set-up": "Set-up link",
  anonymous: "Not signed in",
};

export const actorWords = (kind: string): string => ACTORS[kind] ?? kind;
