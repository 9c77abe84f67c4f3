/** A public key is safe in a browser and opens the end users' sign-in surface only. */
export const PUBLIC_KEY_SCOPES = ["read", "read-write"] as const;
/** A server key acts on its project from servers. */
export const SERVER_KEY_SCOPES = ["read", "read-write", "admin"] as const;

export type PublicKeyScope = (typeof PUBLIC_KEY_SCOPES)[number];
export type ServerKeyScope = (typeof SERVER_KEY_SCOPES)[number];
export type ProjectKeyScope = PublicKeyScope | ServerKeyScope;

export type ProjectKeyKind = "public" | "server";
