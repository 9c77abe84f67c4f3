import "server-only";
import { cookies } from "next/headers";
import type { Context } from "@/lib/core/context";
import { cookieName, readCookie } from "@/lib/http/cookies";
import { type DashboardContext, dashboardCookieName, openDashboardSession } from "@/lib/people/accounts/session-cookie";

/** The id of the session that the request's cookie stands for; whether it still holds is for the control plane to say. */
export async function readDashboardSession(ctx: DashboardContext): Promise<string | null> {
  const value = (await cookies()).get(dashboardCookieName(ctx.baseUrl))?.value;
  return value === undefined ? null : openDashboardSession(ctx.dashboardSecret, value);
}

/** The same of a request that a route handler is given. */
export async function dashboardSessionOf(ctx: DashboardContext, request: Request): Promise<string | null> {
  const value = readCookie(request.headers.get("cookie"), dashboardCookieName(ctx.baseUrl));
  return value === null ? null : openDashboardSession(ctx.dashboardSecret, decoded(value));
}

function decoded(cookie: string): string {
  try {
    return decodeURIComponent(cookie);
  } catch {
    return "";
  }
}

/** Drops the cookies of the dashboard and of its sign-in; only an action can. */
export async function dropDashboardCookies(ctx: Context, projectId: string): Promise<void> {
  const store = await cookies();
  const secure = ctx.baseUrl.startsWith("https://");
  for (const name of [dashboardCookieName(ctx.baseUrl), cookieName("session", projectId, ctx.baseUrl)]) {
    store.set(name, "", { path: "/", httpOnly: true, sameSite: "strict", secure, maxAge: 0 });
  }
}
