import { type Answer, connect } from "../connection";
import type { Session } from "../result";
import { SERVICE } from "../service";
import { readSession } from "../session";
import type { SessionRecord, User } from "../wire";
import type { ServerConfig } from "./server-options";

/** The session that a code is exchanged for. */
export interface ExchangedSession {
  /** The secret of the session. It leaves the server only in a sealed cookie. */
  sessionToken: string;
  userId: string;
  expiresAt: string;
}

/** Connects to the sign-in wire as the app's server, with the cookie of a session in the place of a browser's. */
export function wireOf(config: ServerConfig, cookie: string | null) {
  const { projectId, publicKey, apiOrigin, appOrigin } = config;
  const send: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("origin", appOrigin);
    if (cookie !== null) headers.set("cookie", cookie);
    return config.fetch(input, { ...init, headers, redirect: "manual" });
  };
  return connect({ projectId, publicKey, apiOrigin, fetch: send }, () => undefined);
}

/** Returns the name of the service's own cookie, which depends on whether the service is reached by https. */
export function serviceCookieName({ apiOrigin, projectId }: ServerConfig): string {
  return `${apiOrigin.startsWith("https:") ? "__Host-" : ""}${SERVICE}_session_${projectId}`;
}

export function serviceCookie(config: ServerConfig, sessionToken: string): string {
  return `${serviceCookieName(config)}=${sessionToken}`;
}

export async function fetchSession(config: ServerConfig, cookie: string): Promise<Session> {
  return readSession(await wireOf(config, cookie).get<{ session: SessionRecord; user: User } | null>("/get-session"));
}

/** Exchanges the code that a hosted page led back with for a session (`POST /exchange-code`). */
export async function exchangeCode(
  config: ServerConfig,
  code: string,
  codeVerifier: string,
): Promise<Answer<ExchangedSession>> {
  const asked = wireOf(config, null).post<{ sessionToken: string; user: User; sessionExpiresAt: string }>;
  const answer = await asked("/exchange-code", { code, codeVerifier });
  if (!answer.ok) return answer;
  const { sessionToken, user, sessionExpiresAt } = answer.data;
  return { ok: true, data: { sessionToken, userId: user.id, expiresAt: sessionExpiresAt } };
}
