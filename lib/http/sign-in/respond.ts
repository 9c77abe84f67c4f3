import type { BrowserCookie, CookieKind } from "@/lib/sign-in/browser-cookie";
import type { UserContext } from "@/lib/sign-in/context";
import { SignInResult } from "@/lib/sign-in/result";
import { signToken } from "@/lib/sign-in/sessions/bearer-token";
import type { SignInRouteDefinition } from "../definition";
import { type Answer, apiHeaders, JSON_TYPE, PlainAnswer } from "../plain-answer";
import { continuePage } from "./continue-page";
import { setCookieField } from "./cookies";
import { postPage } from "./post-page";

/** The header field in which an app without cookies is given its session. */
const TOKEN_HEADER = "set-auth-token";

export function respond(
  ctx: UserContext,
  { signIn }: SignInRouteDefinition,
  output: unknown,
  { headers, cookies }: { headers: Headers; cookies: readonly BrowserCookie[] },
): Answer {
  const result = output instanceof SignInResult ? output : new SignInResult(output);
  setAll(headers, apiHeaders(ctx.requestId));
  if (signIn.headers) setAll(headers, signIn.headers);
  setAll(headers, result.headers);
  addCookies(ctx, headers, [...cookies, ...result.cookies]);
  if (result.redirect !== undefined) {
    headers.set("Location", new URL(result.redirect, ctx.baseUrl).href);
    // After a POST, a browser asks for the next page by GET (RFC 9110 section 15.4.4).
    return new PlainAnswer(null, signIn.form === undefined ? 302 : 303, headers);
  }
  if (result.postTo !== undefined) return postPage(result.postTo, headers);
  if (result.continueTo !== undefined) return continuePage(result.continueTo, headers);
  headers.set("Content-Type", result.headers["Content-Type"] ?? JSON_TYPE);
  return new PlainAnswer(result.text ?? JSON.stringify(result.body) ?? null, 200, headers);
}

/** Adds a Set-Cookie field for the last cookie of each kind, or the token of an app without cookies. */
export function addCookies(ctx: UserContext, headers: Headers, cookies: readonly BrowserCookie[]): void {
  if (cookies.length === 0) return;
  const last = new Map<CookieKind, BrowserCookie>(cookies.map((cookie) => [cookie.kind, cookie]));
  headers.set("Cache-Control", "private, no-store");
  if (ctx.isWithoutCookies) {
    addToken(ctx, headers, last);
    return;
  }
  for (const cookie of last.values()) headers.append("Set-Cookie", setCookieField(cookie, ctx.project.id, ctx.baseUrl));
}

/** Gives an app without cookies the token it keeps: its session or, while a second factor is due, the challenge. */
function addToken(ctx: UserContext, headers: Headers, cookies: ReadonlyMap<CookieKind, BrowserCookie>): void {
  const session = cookies.get("session")?.value;
  const challenge = cookies.get("two-factor")?.value;
  if (session) headers.set(TOKEN_HEADER, signToken(ctx, ctx.project.id, session));
  else if (challenge) headers.set(TOKEN_HEADER, challenge);
}

function setAll(headers: Headers, fields: Readonly<Record<string, string>>): void {
  for (const name in fields) headers.set(name, fields[name] ?? "");
}
