import { fail, readRefusal } from "./failure";
import type { Failure, RemovedAccess, Result, SignInResult, Success } from "./result";
import { SERVICE } from "./service";
import { noAnswerHint, noServiceHint, requireAddress, showHint } from "./set-up";
import type { User } from "./wire";

/**
 * Options of `createServiceAuth`.
 *
 * @example
 * const options: ServiceAuthOptions = {
 *   projectId: "p_4k9x2m7q1w8e5r3t6y0u",
 *   publicKey: "pk_coppice_auth_…",
 *   apiOrigin: "https://id.example.com",
 * };
 */
export interface ServiceAuthOptions {
  /** The id of the project, `p_…`. */
  projectId: string;
  /** The public key of the project. A server key is refused, since it must never reach a browser. */
  publicKey: string;
  /** The origin of the sign-in service. By default it is that of `authUrl`, or else the page's own. */
  apiOrigin?: string;
  /** The address of the project's hosted pages. By default it is `{apiOrigin}/auth/{projectId}`. */
  authUrl?: string;
  /**
   * The origin of this app, to which paths such as `/welcome` lead back. By default it is the page's own; code that also
   * runs on a server needs it there.
   */
  appOrigin?: string;
  /** The function that sends the requests, by default the global `fetch`. */
  fetch?: typeof fetch;
  /**
   * The store in which an app without cookies keeps its session: React Native, desktop, command line. A page of a
   * website leaves it out, since any script of the page could read it.
   */
  storage?: TokenStorage;
}

/**
 * Keeps the session's token of an app without cookies, in a place that other apps cannot read.
 *
 * @example
 * const storage: TokenStorage = {
 *   get: () => SecureStore.getItemAsync("session"),
 *   set: (token) => (token === null ? SecureStore.deleteItemAsync("session") : SecureStore.setItemAsync("session", token)),
 * };
 */
export interface TokenStorage {
  /** Returns the token that was set last. */
  get(): string | null | Promise<string | null>;
  /** Keeps the token of a sign-in; `null` after a sign-out. */
  set(token: string | null): unknown;
}

/**
 * A change of the session, after which it should be read again.
 *
 * @example
 * auth.onChange((change: AuthChange) => console.log(change));
 */
export type AuthChange = "signed-in" | "signed-out" | "updated";

/** The requests to the sign-in wire of one project, which all parts of the client share. */
export interface Connection {
  projectId: string;
  /** Throws a `TypeError` when neither the options nor the page name an origin. */
  apiOrigin(): string;
  authUrl(): string;
  /**
   * Returns an address of the app in full. Throws a `TypeError` for a path where neither the options nor a page tell
   * whose path it is.
   */
  absolute(address: string | undefined): string | undefined;
  get<Data>(path: string): Promise<Answer<Data>>;
  post<Data>(path: string, body?: object): Promise<Answer<Data>>;
  /** Calls the listeners of this page and of the other tabs. */
  announce(change: AuthChange): void;
}

export type Answer<Data> = Success<{ data: Data }> | Failure;

/** The answer to a sign-in on the wire. There is no user in it while the second factor is missing. */
export interface SignInAnswer {
  user?: User;
  sessionExpiresAt?: string;
  session?: { expiresAt: string };
  removedAccess?: RemovedAccess[];
  twoFactorRedirect?: boolean;
  twoFactorMethods?: string[];
}

export function connect(options: ServiceAuthOptions, announce: Connection["announce"]): Connection {
  const { projectId, publicKey, storage } = options;
  if (!projectId || !publicKey) throw new TypeError("createServiceAuth needs projectId and publicKey");
  if (/^[sm]k_/.test(publicKey)) {
    throw new TypeError("This is no public key. Keep it out of browsers, revoke it, and make one by auth-key create");
  }
  requireAddress("apiOrigin", options.apiOrigin);
  requireAddress("authUrl", options.authUrl);
  requireAddress("appOrigin", options.appOrigin);

  const apiOrigin = () => {
    const origin =
      options.apiOrigin ?? (options.authUrl && new URL(options.authUrl).origin) ?? globalThis.location?.origin;
    if (!origin)
      throw new TypeError("Give createServiceAuth apiOrigin or authUrl: outside a page nothing else tells it");
    return trim(origin);
  };

  const ask = async <Data>(method: string, path: string, body?: object): Promise<Answer<Data>> => {
    const url = `${apiOrigin()}/v1/auth-tenant${path}`;
    const headers: Record<string, string> = { [`x-${SERVICE}-project-id`]: projectId };
    if (storage) {
      const token = await storage.get();
      headers[`x-${SERVICE}-public-key`] = publicKey;
      if (token) headers.authorization = `Bearer ${token}`;
    } else headers.authorization = `Bearer ${publicKey}`;
    if (body) headers["content-type"] = "application/json";
    const init: RequestInit = { method, headers, credentials: storage ? "omit" : "include" };
    if (body) init.body = JSON.stringify(body);
    try {
      const response = await (options.fetch ?? fetch)(url, init);
      const data = await response.json().catch(() => undefined);
      const token = response.headers.get("set-auth-token");
      if (storage && token) await storage.set(token);
      if (storage && response.ok && path === "/sign-out") await storage.set(null);
      if (response.ok && data !== undefined) return { ok: true, data: data as Data };
      const refusal = readRefusal(response.status, response.headers, data);
      if (refusal.reason === undefined) refusal.hint = noServiceHint(url, options);
      return showHint(refusal);
    } catch {
      return showHint({ ...fail("network_error", "The sign-in service cannot be reached"), hint: noAnswerHint(url) });
    }
  };

  return {
    projectId,
    apiOrigin,
    authUrl: () => trim(options.authUrl ?? `${apiOrigin()}/auth/${projectId}`),
    absolute(address) {
      if (address === undefined || URL.canParse(address)) return address;
      const base = options.appOrigin ?? globalThis.location?.href;
      if (!base)
        throw new TypeError(`Give createServiceAuth appOrigin: on a server nothing else tells whose ${address} is`);
      return new URL(address, base).href;
    },
    get: (path) => ask("GET", path),
    post: (path, body = {}) => ask("POST", path, body),
    announce,
  };
}

/** Turns an answer of the wire into a result with the fields that `read` returns, and announces the success. */
export async function reply<Data, Fields>(
  answer: Promise<Answer<Data>>,
  read: (data: Data) => Fields,
  announce?: () => void,
): Promise<Result<Fields>> {
  const given = await answer;
  if (!given.ok) return given;
  announce?.();
  return { ok: true, ...read(given.data) };
}

/** Turns the answer to a sign-in into a result. A missing second factor is announced too, since it ends the session. */
export async function signedIn(connection: Connection, asked: Promise<Answer<SignInAnswer>>): Promise<SignInResult> {
  const answer = await asked;
  if (!answer.ok) return answer;
  const { user, sessionExpiresAt, session, twoFactorRedirect, twoFactorMethods = [] } = answer.data;
  if (twoFactorRedirect) {
    connection.announce("signed-out");
    const message = "Give the code of your authenticator app";
    return { ok: false, code: "two_factor_required", message, twoFactorRequired: true, twoFactorMethods };
  }
  if (!user) return fail("service_error", "The answer names no user");
  connection.announce("signed-in");
  const { removedAccess } = answer.data;
  const done = { ok: true, userId: user.id, sessionExpiresAt: sessionExpiresAt ?? session?.expiresAt ?? "" } as const;
  return removedAccess === undefined ? done : { ...done, removedAccess };
}

export const nothing = () => ({});

function trim(address: string): string {
  return address.replace(/\/+$/, "");
}
