import { sealData, unsealData } from "iron-session";
import { z } from "zod";
import type { Context } from "@/lib/core/context";
import { SERVICE } from "@/lib/core/service";

/** The sign-in's own session decides how long somebody is signed in; this one is made anew from it without a word. */
export const DASHBOARD_SESSION_SECONDS = 12 * 60 * 60;

/** What opening and sealing the dashboard's session takes besides the common context. */
export interface DashboardContext extends Context {
  /** Seals the dashboard's session cookie; derived from the key ring, for this purpose only. */
  dashboardSecret: string;
}

const Content = z.object({ sessionId: z.string() });

export function dashboardCookieName(baseUrl: string): string {
  return `${baseUrl.startsWith("https://") ? "__Host-" : ""}${SERVICE.slug}_dashboard`;
}

export function sealDashboardSession(password: string, content: z.infer<typeof Content>): Promise<string> {
  return sealData(content, { password, ttl: DASHBOARD_SESSION_SECONDS });
}

/** The id of the session that the cookie stands for; `null` for one that is not ours or too old. */
export async function openDashboardSession(password: string, value: string): Promise<string | null> {
  const content = Content.safeParse(await unsealData(value, { password, ttl: DASHBOARD_SESSION_SECONDS }));
  return content.success ? content.data.sessionId : null;
}
