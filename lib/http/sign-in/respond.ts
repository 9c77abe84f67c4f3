import type { AuthContext } from "@/lib/sign-in/context";
import { sessionCookie, sessionCookieName } from "@/lib/sign-in/sessions/cookie";
import type { SignInRouteDefinition } from "../definition";
import { apiHeaders, JSON_TYPE } from "../error-response";
import { continuePage } from "./continue-page";

/** Writes what a verb did: its cookies, and a body or where the browser goes instead. */
export function respond(
  ctx: AuthContext,
  definition: SignInRouteDefinition,
  output: unknown,
  headers: Headers,
): Response {
  for (const [name, value] of Object.entries(apiHeaders(ctx.requestId))) headers.set(name, value);
  for (const [name, value] of ctx.reply.headers) headers.set(name, value);
  sendCookies(ctx, headers);
  if (ctx.reply.redirect !== null) {
    headers.set("Location", new URL(ctx.reply.redirect, ctx.baseUrl).href);
    // After a POST the next page is asked for by GET (RFC 9110 section 15.4.4).
    return new Response(null, { status: definition.signIn.form === undefined ? 302 : 303, headers });
  }
  if (ctx.reply.continueTo !== undefined) return continuePage(ctx.reply.continueTo, headers);
  headers.set("Content-Type", JSON_TYPE);
  return new Response(ctx.reply.text ?? JSON.stringify(output), { headers });
}

export function sendCookies(ctx: AuthContext, headers: Headers): void {
  const { cookie, setCookies } = ctx.reply;
  for (const field of setCookies) headers.append("Set-Cookie", field);
  if (cookie !== undefined) {
    headers.append("Set-Cookie", sessionCookie(sessionCookieName(ctx.tenant.id, ctx.baseUrl), cookie, ctx.baseUrl));
  }
  if (cookie !== undefined || setCookies.length > 0) headers.set("Cache-Control", "private, no-store");
}
