import { sealData, unsealData } from "iron-session";
import { base64url } from "jose";
import { SERVICE } from "../service";
import { secretOf } from "./app-session";
import { clearCookie, cookieName, readCookie, setCookie } from "./cookies";
import type { ServerConfig } from "./server-options";

interface Flow {
  state: string;
  /** The proof for the code that a sign-in returns with. A sign-out has none. */
  codeVerifier?: string;
  returnPath: string;
}

const LIFETIME_SECONDS = 1_800;

export interface StartedFlow {
  location: string;
  cookie: string;
}

/** Returns the address of a hosted page with a PKCE challenge (RFC 7636), and a sealed cookie of verifier and state. */
export async function startFlow(config: ServerConfig, page: string, returnPath: string): Promise<StartedFlow> {
  const codeVerifier = randomText();
  const { state, cookie } = await sealFlow(config, { codeVerifier, returnPath });
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(codeVerifier));
  const location = new URL(`${config.authUrl}/${page}`);
  location.searchParams.set("redirect_to", callbackAddress(config));
  location.searchParams.set("code_challenge", base64url.encode(new Uint8Array(digest)));
  location.searchParams.set("state", state);
  return { location: location.href, cookie };
}

/** Returns the state that the hosted sign-out page returns with, and a sealed cookie of it. */
export function startSignOut(config: ServerConfig, returnPath: string): Promise<{ state: string; cookie: string }> {
  return sealFlow(config, { returnPath });
}

async function sealFlow(config: ServerConfig, flow: Omit<Flow, "state">): Promise<{ state: string; cookie: string }> {
  const state = randomText();
  const seal = await sealData({ ...flow, state }, { password: secretOf(config), ttl: LIFETIME_SECONDS });
  return { state, cookie: setCookie(config, nameOf(config), seal, LIFETIME_SECONDS) };
}

/** Returns the address of the app that hosted pages lead back to. */
export function callbackAddress({ appOrigin, routePath }: ServerConfig): string {
  return `${appOrigin}${routePath}/callback`;
}

/** Returns the flow that this browser started with the state of the request, or `null`. */
export async function readFlow(config: ServerConfig, request: Request): Promise<Flow | null> {
  const seal = readCookie(request.headers.get("cookie"), nameOf(config));
  if (seal === null) return null;
  const flow = await unsealData<Partial<Flow>>(seal, { password: secretOf(config), ttl: LIFETIME_SECONDS });
  const { state, codeVerifier, returnPath } = flow;
  if (!state || !returnPath || new URL(request.url).searchParams.get("state") !== state) return null;
  return { state, returnPath, ...(codeVerifier && { codeVerifier }) };
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
