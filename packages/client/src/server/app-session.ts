import { sealData, unsealData } from "iron-session";
import { SERVICE } from "../service";
import { clearCookie, cookieName, readCookie, setCookie } from "./cookies";
import type { ServerConfig } from "./server-options";
import type { ExchangedSession } from "./wire-requests";

/** The sealed content of the app's own cookie: the session of the service that it stands for. */
export interface AppSession {
  sessionToken: string;
  userId: string;
  /** The time of sealing, in seconds since 1970. */
  sealedAt: number;
}

export function appSessionName(config: ServerConfig): string {
  return cookieName(config, "app", SERVICE);
}

/** Reads the app's own cookie. Returns `null` without one, and for one that the app did not seal. */
export async function readAppSession(config: ServerConfig, header: string | null): Promise<AppSession | null> {
  const seal = readCookie(header, appSessionName(config));
  if (seal === null || config.sessionSecret === null) return null;
  const session = await unsealData<Partial<AppSession>>(seal, { password: config.sessionSecret });
  const { sessionToken, userId, sealedAt } = session;
  if (typeof sessionToken !== "string" || typeof userId !== "string" || typeof sealedAt !== "number") return null;
  return { sessionToken, userId, sealedAt };
}

/** Returns the `Set-Cookie` field that keeps a session until it ends at the service. */
export async function sealAppSession(config: ServerConfig, session: ExchangedSession): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  const ttl = Math.max(1, Math.floor(Date.parse(session.expiresAt) / 1_000) - now);
  const data: AppSession = { sessionToken: session.sessionToken, userId: session.userId, sealedAt: now };
  const seal = await sealData(data, { password: secretOf(config), ttl });
  return setCookie(config, appSessionName(config), seal, ttl);
}

export function forgetAppSession(config: ServerConfig): string {
  return clearCookie(config, appSessionName(config));
}

/** Returns the secret that seals cookies. Throws a `TypeError` where the app has none. */
export function secretOf({ sessionSecret }: ServerConfig): string | Record<string, string> {
  if (sessionSecret === null) throw new TypeError("Give createServerAuth a sessionSecret to use its handlers");
  return sessionSecret;
}
