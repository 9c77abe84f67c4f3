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
  /** The id of the project, `p_…`. */
  projectId: string;
  /** The public key of the project. */
  publicKey: string;
  /** The origin of the sign-in service. */
  apiOrigin: string;
  /** The origin of this app, one of the project's allowed origins. */
  appOrigin: string;
  /** The address of the project's hosted pages. By default it is `{apiOrigin}/auth/{projectId}`. */
  authUrl?: string;
  /**
   * The secret of at least 32 characters that seals the app's own session into a cookie. An app on another host than
   * the service needs one. A record of numbered secrets allows rotation: the highest number seals, all of them unseal.
   */
  sessionSecret?: string | Record<string, string>;
  /** The path of `handlers`, by default `/api/auth`. */
  routePath?: string;
  /** The issuer of the project's tokens. By default it is `{apiOrigin}/v1/projects/{projectId}`. */
  issuer?: string;
  /** The function that sends the requests, by default the global `fetch`. */
  fetch?: typeof fetch;
}

/** The options, complete with their defaults. */
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

/** Completes the options. Throws a `TypeError` for missing and unsafe ones. */
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
    projectId,
    publicKey,
    apiOrigin,
    appOrigin,
    sessionSecret,
    routePath: routePath.replace(/\/+$/, ""),
    authUrl: (options.authUrl ?? `${apiOrigin}/auth/${projectId}`).replace(/\/+$/, ""),
    issuer: options.issuer ?? `${apiOrigin}/v1/projects/${projectId}`,
    isSecure: appOrigin.startsWith("https:"),
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
  };
}
