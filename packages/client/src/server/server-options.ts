/**
 * Options of `createServerAuth`.
 *
 * @example
 * const options: ServerAuthOptions = {
 *   projectId: "p_4k9x2m7q1w8e5r3t6y0u",
 *   publicKey: "pk_coppice_auth_…",
 *   apiOrigin: "https://id.example.com",
 *   appOrigin: "https://app.example.org",
 *   sessionSecret: process.env.SESSION_SECRET,
 * };
 */
export interface ServerAuthOptions {
  projectId: string;
  publicKey: string;
  /** Origin of the sign-in service. */
  apiOrigin: string;
  /** Origin of this app, one of the project's allowed origins. */
  appOrigin: string;
  /** Address of the project's hosted pages; `{apiOrigin}/auth/{projectId}` unless given. */
  authUrl?: string;
  /**
   * At least 32 characters. Given where the app is on another host than the service: the app then keeps a session of
   * its own, sealed into a cookie. A record of numbered secrets lets them rotate: the highest number seals.
   */
  sessionSecret?: string | Record<string, string>;
  /** Where `handlers` is mounted; `/api/auth` unless given. */
  routePath?: string;
  /** Issuer of the project's tokens; `{apiOrigin}/v1/projects/{projectId}` unless given. */
  issuer?: string;
  /** Sends the requests in the place of the global `fetch`. */
  fetch?: typeof fetch;
}

/** The options with everything that follows from them. */
export interface ServerConfig {
  projectId: string;
  publicKey: string;
  apiOrigin: string;
  appOrigin: string;
  authUrl: string;
  sessionSecret: string | Record<string, string> | null;
  routePath: string;
  issuer: string;
  isSecure: boolean;
  fetch: typeof fetch;
}

/** Throws a TypeError for what is missing. */
export function readOptions(options: ServerAuthOptions): ServerConfig {
  const { projectId, publicKey, sessionSecret = null, routePath = "/api/auth" } = options;
  for (const name of ["projectId", "publicKey", "apiOrigin", "appOrigin"] as const) {
    if (!options[name]) throw new TypeError(`createServerAuth needs ${name}`);
  }
  const secrets = typeof sessionSecret === "string" ? [sessionSecret] : Object.values(sessionSecret ?? {});
  if (secrets.some((secret) => secret.length < 32)) throw new TypeError("sessionSecret needs 32 characters or more");
  const apiOrigin = options.apiOrigin.replace(/\/+$/, "");
  const appOrigin = new URL(options.appOrigin).origin;
  return {
    ...{ projectId, publicKey, apiOrigin, appOrigin, sessionSecret, routePath: routePath.replace(/\/+$/, "") },
    authUrl: (options.authUrl ?? `${apiOrigin}/auth/${projectId}`).replace(/\/+$/, ""),
    issuer: options.issuer ?? `${apiOrigin}/v1/projects/${projectId}`,
    isSecure: appOrigin.startsWith("https:"),
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
  };
}
