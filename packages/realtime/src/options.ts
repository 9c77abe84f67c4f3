/**
 * The result of `getToken` of `@coppice/auth`, or a token alone; `null` if no one is signed in.
 *
 * @example
 * const getToken = async (): Promise<TokenAnswer> => (await cookies()).get("token")?.value ?? null;
 */
export type TokenAnswer = string | null | { ok: true; token: string } | { ok: false; code: string; message: string };

/**
 * The options of `createRealtime`. The names are those of `createServiceAuth`, so that both take the same settings.
 *
 * @example
 * const options: RealtimeOptions = { projectId, publicKey, apiOrigin, getToken: auth.getToken };
 */
export interface RealtimeOptions {
  projectId: string;
  publicKey: string;
  /** The origin of the service; by default the page's own. */
  apiOrigin?: string;
  /** Names the user: `auth.getToken` of `@coppice/auth`. Without it everyone is a visitor. */
  getToken?: () => Promise<TokenAnswer>;
  /** The class for a runtime that has none, as Node before version 22: that of the package `ws`. */
  WebSocket?: typeof WebSocket;
}

/** Throws a `TypeError` for settings that can't be right. */
export function requireFit({ projectId, publicKey, apiOrigin }: RealtimeOptions): void {
  if (!/^p_[0-9a-z]+$/.test(projectId)) throw new TypeError("createRealtime needs a projectId, such as p_…");
  if (!publicKey.startsWith("pk_")) throw new TypeError("createRealtime needs the project's publicKey, such as pk_…");
  if (apiOrigin !== undefined && !/^https?:\/\/[^/]/.test(apiOrigin)) {
    throw new TypeError(`apiOrigin must start with https:// or http://, unlike "${apiOrigin}"`);
  }
}

/** The token is no part of the address, which logs would keep. */
export function socketAddress({ apiOrigin = globalThis.location?.origin }: RealtimeOptions): string {
  if (!apiOrigin) throw new TypeError("Give createRealtime apiOrigin: outside a page nothing else tells it");
  return `${apiOrigin.replace(/^http/, "ws").replace(/\/+$/, "")}/v1/realtime`;
}

/** Returns `null` for a visitor. Rejects where it can't be told who the user is. */
export async function tokenOf({ getToken }: RealtimeOptions): Promise<string | null> {
  const answer = (await getToken?.()) ?? null;
  if (answer === null || typeof answer === "string") return answer;
  if (answer.ok) return answer.token;
  if (answer.code === "unauthorized") return null;
  throw new Error(answer.message);
}

/** The claims of a token; the service checks it. */
export interface TokenFacts {
  userId: string | undefined;
  /** Milliseconds for which it is used: four fifths of the rest of its life. */
  useMs: number;
}

export function factsOf(token: string): TokenFacts {
  const [, payload = ""] = token.split(".");
  const { sub, iat, exp } = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
  const life = (exp - iat) * 1_000;
  const left = exp * 1_000 - Date.now();
  // The clock of a device can be wrong by hours.
  return { userId: sub, useMs: 0.8 * (left > 0 && left < life ? left : life) };
}
