import type { ServedRequest } from "@/lib/http/served-request";
import { readCookie } from "@/lib/http/sign-in/cookies";
import { type DashboardContext, dashboardCookieName, openDashboardSession } from "@/lib/people/accounts/session-cookie";

export async function readRequestSession(ctx: DashboardContext, request: ServedRequest): Promise<string | null> {
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
