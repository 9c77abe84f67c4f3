import { serialize } from "hono/utils/cookie";
import { z } from "zod";
import { AuthError } from "@/lib/sign-in/auth-errors";
import type { AuthContext } from "@/lib/sign-in/context";
import { getDashboardProjectId } from "./dashboard-project";
import {
  DASHBOARD_SESSION_SECONDS,
  type DashboardContext,
  dashboardCookieName,
  sealDashboardSession,
} from "./session-cookie";

export const EnterDashboardQuery = z.object({
  to: z
    .string()
    .max(512)
    .regex(/^\/dashboard(\/[A-Za-z0-9_-]+)*$/, "must be a page of the dashboard")
    .default("/dashboard")
    .meta({ description: "The page of the dashboard to go to.", example: "/dashboard" }),
  again: z.literal("1").optional().meta({ description: "Set by the route itself.", example: "1" }),
});
type EnterDashboardQuery = z.infer<typeof EnterDashboardQuery>;

/**
 * Turns a session of the dashboard's own project into one of the dashboard, which names it and lasts no longer. Without
 * one it leads to the sign-in page, which leads back here. Throws `PROJECT_NOT_FOUND` for every other project.
 */
export async function enterDashboard(
  ctx: AuthContext & DashboardContext,
  { to, again }: EnterDashboardQuery,
): Promise<null> {
  if (ctx.tenant.id !== (await getDashboardProjectId(ctx))) throw new AuthError("PROJECT_NOT_FOUND");
  const here = `/auth/${ctx.tenant.id}`;
  const self = `${here}/dashboard?to=${to}`;
  ctx.reply.headers.set("Cache-Control", "private, no-store");
  if (ctx.session !== null) {
    const value = await sealDashboardSession(ctx.dashboardSecret, { sessionId: ctx.session.id });
    ctx.reply.setCookies.push(dashboardCookie(value, ctx.baseUrl));
    ctx.reply.redirect = to;
  } else if (again === undefined) {
    // Who comes by a link on another site brings no Strict cookie; from a page of ours the browser sends it.
    ctx.reply.continueTo = `${ctx.baseUrl}${self}&again=1`;
  } else {
    ctx.reply.redirect = `${here}/sign-in?${new URLSearchParams({ redirect_to: self })}`;
  }
  return null;
}

function dashboardCookie(value: string, baseUrl: string): string {
  return serialize(dashboardCookieName(baseUrl), value, {
    path: "/",
    httpOnly: true,
    sameSite: "Strict",
    secure: baseUrl.startsWith("https://"),
    maxAge: DASHBOARD_SESSION_SECONDS,
  });
}
