import type { UserContext } from "@/lib/sign-in/context";
import { SignInError } from "@/lib/sign-in/errors";
import { type BrowserCookie, deletedCookie } from "@/lib/sign-in/flow/browser-cookie";
import { prolongSession } from "@/lib/sign-in/sessions/find-active";
import type { SignInRouteDefinition } from "../definition";

/** Deletes a cookie that no session belongs to. Throws `UNAUTHORIZED` where the route requires a session. */
export async function requireSession(
  { signIn }: SignInRouteDefinition,
  ctx: UserContext,
  input: Record<string, unknown>,
): Promise<BrowserCookie[]> {
  if (signIn.session === "none") return [];
  if (ctx.session === null) {
    const cookies = ctx.sessionToken === null ? [] : [deletedCookie("session")];
    if (signIn.session === "required") throw new SignInError("UNAUTHORIZED", { cookies });
    return cookies;
  }
  // Any value of the parameter means yes, as in better-auth.
  if (input.disableRefresh) return [];
  const { session, cookies } = await prolongSession(ctx, ctx.session);
  ctx.session = session;
  return cookies;
}
