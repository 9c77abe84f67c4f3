import "server-only";
import { cookies } from "next/headers";
import type { Context } from "@/lib/core/context";
import { cookieName } from "@/lib/http/cookies";
import { type DashboardContext, dashboardCookieName, openDashboardSession } from "@/lib/people/accounts/session-cookie";

/**
 * Returns the id of the session that the cookie of a page's request names, or `null`. The control plane knows whether the
 * session still holds.
 */
export async function readDashboardSession(ctx: DashboardContext): Promise<string | null> {
  const value = (await cookies()).get(dashboardCookieName(ctx.baseUrl))?.value;
  return value === undefined ? null : openDashboardSession(ctx.dashboardSecret, value);
}

/** Deletes the cookies of the dashboard and of its sign-in. Next allows that in an action alone. */
export async function dropDashboardCookies(ctx: Context, projectId: string): Promise<void> {
  const store = await cookies();
  const secure = ctx.baseUrl.startsWith("https://");
  for (const name of [dashboardCookieName(ctx.baseUrl), cookieName("session", projectId, ctx.baseUrl)]) {
    store.set(name, "", { path: "/", httpOnly: true, sameSite: "strict", secure, maxAge: 0 });
  }
}
