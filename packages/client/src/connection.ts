import { fail, readRefusal } from "./failure";
import type { Failure, Result, SignInResult, Success } from "./result";
import { SERVICE } from "./service";
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
  projectId: string;
  /** The project's public key. A server key is refused: it must never reach a browser. */
  publicKey: string;
  /** Origin of the sign-in service; without it that of `authUrl`, else the page's own. */
  apiOrigin?: string;
  /** Address of the project's hosted pages; `{apiOrigin}/auth/{projectId}` unless given. */
  authUrl?: string;
  /** Sends the requests in the place of the global `fetch`. */
  fetch?: typeof fetch;
}

/**
 * What became of the session: the reason to read it again.
 *
 * @example
 * auth.onChange((change: AuthChange) => console.log(change));
 */
export type AuthChange = "signed-in" | "signed-out" | "updated";

export interface Connection {
  projectId: string;
  /** Throws a TypeError when neither the options nor the page tell the origin. */
  apiOrigin(): string;
  authUrl(): string;
  get<Data>(path: string): Promise<Answer<Data>>;
  post<Data>(path: string, body?: object): Promise<Answer<Data>>;
  /** Tells this page and the other tabs. */
  announce(change: AuthChange): void;
}

export type Answer<Data> = Success<{ data: Data }> | Failure;

/** What sign-ins answer on the wire; with a second factor missing there is no user yet. */
export interface SignInAnswer {
  user?: User;
  sessionExpiresAt?: string;
  session?: { expiresAt: string };
  twoFactorRedirect?: boolean;
  twoFactorMethods?: string[];
}

export function connect(options: ServiceAuthOptions, announce: Connection["announce"]): Connection {
  const { projectId, publicKey } = options;
  if (!projectId || !publicKey) throw new TypeError("createServiceAuth needs projectId and publicKey");
  if (/^[sm]k_/.test(publicKey)) throw new TypeError("This is no public key. Keep it out of browsers and revoke it.");

  const apiOrigin = () => {
    const origin =
      options.apiOrigin ?? (options.authUrl && new URL(options.authUrl).origin) ?? globalThis.location?.origin;
    if (!origin)
      throw new TypeError("Give createServiceAuth apiOrigin or authUrl: outside a page nothing else tells it");
    return trim(origin);
  };

  const ask = async <Data>(method: string, path: string, body?: object): Promise<Answer<Data>> => {
    const url = `${apiOrigin()}/v1/auth-tenant${path}`;
    const headers: Record<string, string> = {
      [`x-${SERVICE}-project-id`]: projectId,
      authorization: `Bearer ${publicKey}`,
    };
    if (body) headers["content-type"] = "application/json";
    const init: RequestInit = { method, headers, credentials: "include" };
    if (body) init.body = JSON.stringify(body);
    try {
      const response = await (options.fetch ?? fetch)(url, init);
      const data = await response.json().catch(() => undefined);
      if (!response.ok || data === undefined) return readRefusal(response.status, response.headers, data);
      return { ok: true, data: data as Data };
    } catch {
      return fail("network_error", "The sign-in service cannot be reached");
    }
  };

  return {
    projectId,
    apiOrigin,
    authUrl: () => trim(options.authUrl ?? `${apiOrigin()}/auth/${projectId}`),
    get: (path) => ask("GET", path),
    post: (path, body = {}) => ask("POST", path, body),
    announce,
  };
}

/** The fields that `read` takes out of the answer; `change` is announced when there is one. */
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

/** A sign-in's answer. A missing second factor is announced too: it ends the session that was there. */
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
  return { ok: true, userId: user.id, sessionExpiresAt: sessionExpiresAt ?? session?.expiresAt ?? "" };
}

export const nothing = () => ({});

/** What the service takes for an address of the app, in full where the page tells the rest. */
export function absolute(address: string | undefined): string | undefined {
  const page = globalThis.location?.href;
  return address === undefined || !page ? address : new URL(address, page).href;
}

function trim(address: string): string {
  return address.replace(/\/+$/, "");
}
