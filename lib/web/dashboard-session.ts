import "server-only";
import { getIronSession, type IronSession } from "iron-session";
import { cookies } from "next/headers";
import { getRuntime } from "@/lib/runtime";
import { SERVICE } from "@/lib/service";

const LIFETIME_SECONDS = 12 * 60 * 60;

export interface DashboardSession {
  memberId: string;
  organisationId: string;
}

/** The dashboard's session: a sealed cookie that no script can read and no other site can send. */
export async function dashboardSession(): Promise<IronSession<DashboardSession>> {
  const store = await cookies();
  const runtime = await getRuntime();
  const secure = runtime.environment.url.startsWith("https://");
  return getIronSession<DashboardSession>(store, {
    cookieName: `${secure ? "__Host-" : ""}${SERVICE.slug}_dashboard`,
    password: runtime.sessionSecret,
    ttl: LIFETIME_SECONDS,
    cookieOptions: { httpOnly: true, secure, sameSite: "strict", path: "/" },
  });
}
