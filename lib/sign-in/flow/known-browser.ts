import { addSeconds } from "../../core/add-seconds";
import type { BrowserCookie } from "../browser-cookie";
import type { UserContext } from "../context";

const LIFETIME_SECONDS = 180 * 86_400;
const PURPOSE = "known-browser";

/** Returns the cookie by which a browser is known to have signed in to the account of this address. */
export function knownBrowserCookie(ctx: UserContext, email: string): BrowserCookie {
  const expiresAt = Math.floor(addSeconds(ctx.clock.now(), LIFETIME_SECONDS).getTime() / 1_000);
  const value = `${expiresAt}.${ctx.sealer.mac(claimsOf(ctx, email, expiresAt), PURPOSE)}`;
  return { kind: "known", value, maxAgeSeconds: LIFETIME_SECONDS };
}

/** Returns whether somebody has signed in to the account of this address from this browser, `since` then if it's given. */
export function isKnownBrowser(ctx: UserContext, email: string, since?: Date): boolean {
  const [, digits = "", mac = ""] = /^(\d{1,12})\.(\S+)$/.exec(ctx.cookie("known") ?? "") ?? [];
  const expiresAt = Number(digits);
  if (expiresAt * 1_000 <= ctx.clock.now().getTime()) return false;
  if (since && (expiresAt - LIFETIME_SECONDS + 1) * 1_000 < since.getTime()) return false;
  return ctx.sealer.isMac(mac, claimsOf(ctx, email, expiresAt), PURPOSE);
}

function claimsOf(ctx: UserContext, email: string, expiresAt: number): string {
  return `${ctx.project.id}:${expiresAt}:${email}`;
}
