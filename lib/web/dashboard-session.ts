import "server-only";
import { cookies } from "next/headers";
import type { Context } from "@/lib/core/context";
import { cookieName } from "@/lib/http/sign-in/cookies";
import { type DashboardContext, dashboardCookieName, openDashboardSession } from "@/lib/people/accounts/session-cookie";

/** Opens the cookie only: the caller must ask the control plane whether the session still holds. */
export async function readDashboardSession(ctx: DashboardContext): Promise<string | null> {
  const value = (await cookies()).get(dashboardCookieName(ctx.baseUrl))?.value;
  return value === undefined ? null : openDashboardSession(ctx.dashboardSecret, value);
}

/** Next allows only a server action to delete cookies. */
export async function dropDashboardCookies(ctx: Context, projectId: string): Promise<void> {
  const store = await cookies();
  const secure = ctx.baseUrl.startsWith("https://");
  for (const name of [dashboardCookieName(ctx.baseUrl), cookieName("session", projectId, ctx.baseUrl)]) {
    store.set(name, "", { path: "/", httpOnly: true, sameSite: "strict", secure, maxAge: 0 });
  }
}
