import { sealData, unsealData } from "iron-session";
import { base64url } from "jose";
import { SERVICE } from "../service";
import { secretOf } from "./app-session";
import { clearCookie, cookieName, readCookie, setCookie } from "./cookies";
import type { ServerConfig } from "./server-options";

interface Flow {
  state: string;
  codeVerifier: string;
  returnPath: string;
}

const LIFETIME_SECONDS = 1_800;

export interface StartedFlow {
  location: string;
  cookie: string;
}

/** Returns the address of a hosted page with a PKCE challenge (RFC 7636), and a sealed cookie of verifier and state. */
export async function startFlow(config: ServerConfig, page: string, returnPath: string): Promise<StartedFlow> {
  const flow: Flow = { state: randomText(), codeVerifier: randomText(), returnPath };
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(flow.codeVerifier));
  const location = new URL(`${config.authUrl}/${page}`);
  location.searchParams.set("redirect_to", `${config.appOrigin}${config.routePath}/callback`);
  location.searchParams.set("code_challenge", base64url.encode(new Uint8Array(digest)));
  location.searchParams.set("state", flow.state);
  const seal = await sealData(flow, { password: secretOf(config), ttl: LIFETIME_SECONDS });
  return { location: location.href, cookie: setCookie(config, nameOf(config), seal, LIFETIME_SECONDS) };
}

/** Returns the flow that this browser started with the state of the request, or `null`. */
export async function readFlow(config: ServerConfig, request: Request): Promise<Flow | null> {
  const seal = readCookie(request.headers.get("cookie"), nameOf(config));
  if (seal === null) return null;
  const flow = await unsealData<Partial<Flow>>(seal, { password: secretOf(config), ttl: LIFETIME_SECONDS });
  const { state, codeVerifier, returnPath } = flow;
  if (!state || !codeVerifier || !returnPath) return null;
  return new URL(request.url).searchParams.get("state") === state ? { state, codeVerifier, returnPath } : null;
}

export function endFlow(config: ServerConfig): string {
  return clearCookie(config, nameOf(config));
}

/** Returns the path of an address in this app, or `/` for an address of another origin. */
export function toOwnPath(config: ServerConfig, address: string | null): string {
  const target = URL.parse(address ?? "/", config.appOrigin);
  if (target?.origin !== config.appOrigin) return "/";
  // A path that begins with two slashes would name a host in `Location`.
  return `${target.pathname.replace(/^\/+/, "/")}${target.search}${target.hash}`;
}

function nameOf(config: ServerConfig): string {
  return cookieName(config, "flow", SERVICE);
}

function randomText(): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(32)));
}
