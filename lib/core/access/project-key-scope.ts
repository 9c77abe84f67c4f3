/** A public key is safe in a browser and opens only the sign-in API for end users. */
export const PUBLIC_KEY_SCOPES = ["read", "read-write"] as const;
/** A server key gives access to its project and belongs on servers only. */
export const SERVER_KEY_SCOPES = ["read", "read-write", "admin"] as const;

export type PublicKeyScope = (typeof PUBLIC_KEY_SCOPES)[number];
export type ServerKeyScope = (typeof SERVER_KEY_SCOPES)[number];
export type ProjectKeyScope = PublicKeyScope | ServerKeyScope;

export type ProjectKeyKind = "public" | "server";
