import { sealData, unsealData } from "iron-session";
import { z } from "zod";
import type { Context } from "@/lib/core/context";
import { SERVICE } from "@/lib/core/service";

/** The sign-in's session decides how long a user stays signed in; this one is renewed from it silently. */
export const DASHBOARD_SESSION_SECONDS = 12 * 60 * 60;

export interface DashboardContext extends Context {
  /** The secret seals the dashboard's session cookie; it is derived from the key ring for this purpose only. */
  dashboardSecret: string;
  /** The addresses of the accounts that may administer the service, in lower case. */
  operators: readonly string[];
}

const Content = z.object({ sessionId: z.string() });

export function dashboardCookieName(baseUrl: string): string {
  return `${baseUrl.startsWith("https://") ? "__Host-" : ""}${SERVICE.slug}_dashboard`;
}

export function sealDashboardSession(password: string, content: z.infer<typeof Content>): Promise<string> {
  return sealData(content, { password, ttl: DASHBOARD_SESSION_SECONDS });
}

/** Returns the id of the session, or `null` for a cookie that is forged or too old. */
export async function openDashboardSession(password: string, value: string): Promise<string | null> {
  const content = Content.safeParse(await unsealData(value, { password, ttl: DASHBOARD_SESSION_SECONDS }));
  return content.success ? content.data.sessionId : null;
}
