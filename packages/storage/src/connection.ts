import { send } from "./send";
import { StorageError } from "./storage-error";

/**
 * The result of `getToken` of `@coppice/auth`, or a token alone; `null` if no one is signed in.
 *
 * @example
 * const getToken = async (): Promise<TokenAnswer> => (await cookies()).get("token")?.value ?? null;
 */
export type TokenAnswer =
  | string
  | null
  | { ok: true; token: string }
  | { ok: false; code: string; message: string; retryAfterSeconds?: number };

/**
 * The options of `createStorage`. The names are those of `createServiceAuth`, so that both take the same settings.
 *
 * @example
 * const options: StorageOptions = { projectId, publicKey, apiOrigin, getToken: auth.getToken };
 */
export interface StorageOptions {
  projectId: string;
  /** The origin of the service; by default the page's own. */
  apiOrigin?: string;
  /** Names the app where nobody is signed in. */
  publicKey?: string;
  /** Names the user: `auth.getToken` of `@coppice/auth`. */
  getToken?: () => Promise<TokenAnswer>;
  /** For programs on a server, which the policy of buckets doesn't bind. It throws a `TypeError` in a browser. */
  serverKey?: string;
}

export interface Request {
  method: string;
  /** Below the project's storage. */
  path: string;
  headers?: Record<string, string>;
  body?: Blob | undefined;
  json?: object;
  signal?: AbortSignal | undefined;
  onSent?: ((bytes: number) => void) | undefined;
}

export interface Connection {
  projectId: string;
  apiOrigin(): string;
  ask<Data>(request: Request): Promise<Data>;
  /** The id of the user who is signed in, or the empty text. */
  userId(): Promise<string>;
}

export function connect(options: StorageOptions): Connection {
  requireFit(options);
  const apiOrigin = () => {
    const origin = options.apiOrigin ?? globalThis.location?.origin;
    if (!origin) throw new TypeError("Give createStorage apiOrigin: outside a page nothing else tells it");
    return origin.replace(/\/+$/, "");
  };
  return {
    projectId: options.projectId,
    apiOrigin,
    async ask({ path, json, body, headers = {}, ...rest }) {
      const bearer = options.serverKey ?? (await tokenOf(options)) ?? options.publicKey;
      const sent: Record<string, string> = { ...headers };
      if (bearer) sent.authorization = `Bearer ${bearer}`;
      if (json) sent["content-type"] = "application/json";
      const url = `${apiOrigin()}/v1/projects/${options.projectId}/storage${path}`;
      return send({ ...rest, url, headers: sent, body: json ? JSON.stringify(json) : body });
    },
    userId: async () => subjectOf(await tokenOf(options)),
  };
}

function requireFit({ projectId, apiOrigin, publicKey, serverKey }: StorageOptions): void {
  if (!/^p_[0-9a-z]+$/.test(projectId)) throw new TypeError("createStorage needs a projectId, such as p_…");
  if (apiOrigin !== undefined && !/^https?:\/\/[^/]/.test(apiOrigin)) {
    throw new TypeError(`apiOrigin must start with https:// or http://, unlike "${apiOrigin}"`);
  }
  if (/^[sm]k_/.test(publicKey ?? "")) throw new TypeError("publicKey is a secret key. Keep it out of browsers.");
  if (serverKey !== undefined && typeof document !== "undefined") {
    throw new TypeError("serverKey is a secret, and this is a browser. Use publicKey and getToken.");
  }
}

async function tokenOf({ getToken }: StorageOptions): Promise<string | null> {
  const answer = (await getToken?.()) ?? null;
  if (answer === null || typeof answer === "string") return answer;
  if (answer.ok) return answer.token;
  const { code, message, retryAfterSeconds } = answer;
  if (code === "unauthorized") return null;
  throw new StorageError(code, message, { retryAfterSeconds });
}

function subjectOf(token: string | null): string {
  const payload = token?.split(".")[1]?.replace(/-/g, "+").replace(/_/g, "/");
  try {
    return payload ? JSON.parse(atob(payload)).sub : "";
  } catch {
    return "";
  }
}
