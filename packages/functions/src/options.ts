import { FunctionsError } from "./functions-error";

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
 * The options of `createFunctions`. The names are those of `createServiceAuth`, so that both take the same settings.
 *
 * @example
 * const options: FunctionsOptions = { projectId, publicKey, apiOrigin, getToken: auth.getToken };
 */
export interface FunctionsOptions {
  projectId: string;
  /** The origin of the service; by default the page's own. */
  apiOrigin?: string;
  /** Names the app where nobody is signed in. */
  publicKey?: string;
  /** Names the user: `auth.getToken` of `@coppice/auth`. */
  getToken?: () => Promise<TokenAnswer>;
  /** A server key, for programs on a server. A browser that is given one gets a `TypeError`. */
  serverKey?: string;
}

/** Throws a `TypeError` for settings that can't be right. */
export function requireFit({ projectId, apiOrigin, publicKey, serverKey }: FunctionsOptions): void {
  if (!/^p_[0-9a-z]+$/.test(projectId)) throw new TypeError("createFunctions needs a projectId, such as p_…");
  if (apiOrigin !== undefined && !/^https?:\/\/[^/]/.test(apiOrigin)) {
    throw new TypeError(`apiOrigin must start with https:// or http://, unlike "${apiOrigin}"`);
  }
  if (/^[sm]k_/.test(publicKey ?? "")) throw new TypeError("publicKey is a secret key. Keep it out of browsers.");
  if (serverKey !== undefined && typeof document !== "undefined") {
    throw new TypeError("serverKey is a secret, and this is a browser. Use publicKey and getToken.");
  }
}

/** Returns the address of a function's route. Throws a `TypeError` where nothing tells the service's. */
export function addressOf({ projectId, apiOrigin }: FunctionsOptions, name: string): string {
  const origin = apiOrigin ?? globalThis.location?.origin;
  if (!origin) throw new TypeError("Give createFunctions apiOrigin: outside a page nothing else tells it");
  return `${origin.replace(/\/+$/, "")}/v1/projects/${projectId}/functions/${encodeURIComponent(name)}/invoke`;
}

/** Returns the key or the token of the caller. Rejects where the caller can't be identified. */
export async function bearerOf({ serverKey, publicKey, getToken }: FunctionsOptions): Promise<string | undefined> {
  if (serverKey !== undefined) return serverKey;
  const answer = (await getToken?.()) ?? null;
  if (answer === null) return publicKey;
  if (typeof answer === "string") return answer;
  if (answer.ok) return answer.token;
  const { code, message, retryAfterSeconds } = answer;
  if (code === "unauthorized") return publicKey;
  throw new FunctionsError(code, message, { retryAfterSeconds });
}
