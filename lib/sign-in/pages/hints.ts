import { isLoopback } from "@/lib/core/loopback";
import type { RequestProject } from "../projects/request-project";

/**
 * Advice to developers, in development alone, besides the code of a refusal: the setting that is wrong, and the command
 * that mends it.
 */

const run = (command: string) => `Run: npm run coppice -- ${command}`;
const listOf = (items: readonly string[]) => (items.length === 0 ? "none yet" : items.join(", "));
const setList = (projectId: string, name: string, items: readonly string[]) =>
  run(`project set ${projectId} '${name}=${JSON.stringify(items)}'`);

export function originHint(origin: string, { id, settings: { allowedOrigins } }: RequestProject): string {
  const given = `${origin} is not an allowed origin of project ${id} (allowed: ${listOf(allowedOrigins)}).`;
  const url = URL.parse(origin);
  const never = neverAllowed(url);
  if (never !== null) return `${given} ${never}`;
  const twin = allowedOrigins.find((allowed) => isTwin(allowed, url));
  const other = twin === undefined ? "" : ` Open the app at ${twin} instead, or allow this origin too.`;
  return `${given}${other} ${setList(id, "allowedOrigins", [...allowedOrigins, origin])}`;
}

/** Returns why no project can list an origin; `null` where it can. */
function neverAllowed(url: URL | null): string | null {
  if (url?.protocol === "https:") return null;
  if (url?.protocol !== "http:") {
    return "Only addresses of https, and of http on this machine, can be allowed. An app with an address of its own, such as myapp://, signs in by a device code: see Sign-in without cookies in the documentation.";
  }
  if (isLoopback(url.hostname)) return null;
  return "Open the app on localhost or over https: no other origin can be allowed over http.";
}

/** Returns whether two origins of this machine differ by its name alone, such as localhost and 127.0.0.1. */
function isTwin(allowed: string, url: URL | null): boolean {
  const other = URL.parse(allowed);
  if (!url || !other || !isLoopback(url.hostname) || !isLoopback(other.hostname)) return false;
  return url.protocol === other.protocol && url.port === other.port;
}

/** A hint for the clients of phones and programs, which keep cookies and name no page. */
export const WITHOUT_ORIGIN_HINT =
  "The request has a cookie and no Origin. An app outside browsers sends its public key in x-coppice-public-key, and the session's token, which set-auth-token gives it, as Authorization: Bearer. See Sign-in without cookies in the documentation.";

/** A hint for better-auth's Expo plugin, which keeps cookies alone: an app without them is given none. */
export const EXPO_HINT =
  "better-auth's Expo plugin keeps no session here. Leave it out, keep the token that set-auth-token gives, and send it as Authorization: Bearer, or use @coppice/auth with a storage. See Sign-in without cookies in the documentation.";

export function addressHint(address: string, { id, settings }: RequestProject): string {
  const { redirectAddresses, allowedOrigins } = settings;
  const url = URL.parse(address);
  const origin = url?.origin ?? address;
  if (!allowedOrigins.includes(origin)) {
    const allow = neverAllowed(url) ?? setList(id, "allowedOrigins", [...allowedOrigins, origin]);
    return `${address} is not on an allowed origin of project ${id} (allowed: ${listOf(allowedOrigins)}). ${allow}`;
  }
  const list = setList(id, "redirectAddresses", [...redirectAddresses, address]);
  return `${address} is not in the redirectAddresses of project ${id} (${listOf(redirectAddresses)}). ${list}`;
}

export type KeyState = "revoked" | "expired" | "usable";

/** `key` has the known facts of the key that was sent; `null` where it knows none. */
export function keyHint(
  sent: { projectId: string; secret: string },
  key: { projectId: string; state: KeyState } | null,
): string {
  const { projectId, secret } = sent;
  if (projectId === "") return "The request names no project: give createServiceAuth its projectId.";
  const make = run(`auth-key create ${key?.projectId ?? projectId} --name web`);
  if (secret === "") return `The request has no public key: give createServiceAuth its publicKey. ${make}`;
  if (/^[sm]k_/.test(secret)) return `This is not a public key and must not reach a browser: revoke it. ${make}`;
  if (key === null)
    return `There is no such project, or no such public key. ${run("project list <org>")}, or: ${make.slice(5)}`;
  if (key.projectId !== projectId) return `The key belongs to project ${key.projectId}, and not to ${projectId}.`;
  return `The public key ${key.state === "revoked" ? "was revoked" : "has expired"}. ${make}`;
}

export function readOnlyHint({ id }: RequestProject): string {
  return `The public key is read-only. ${run(`auth-key create ${id} --name web`)}`;
}

export function suspendedHint({ id }: RequestProject): string {
  return run(`project unsuspend ${id}`);
}
