"use server";

import { headers } from "next/headers";
import { getDashboardProjectId } from "@/lib/people/accounts/dashboard-project";
import { signOutOfDashboard } from "@/lib/people/accounts/sign-out";
import { dropDashboardCookies } from "@/lib/web/dashboard-session";
import { accountAction } from "@/lib/web/define-action";

export const signOut = accountAction(
  "dashboardSignOut",
  { redirect: (_input, address: string) => address, refreshes: false },
  async (ctx, _input, { sessionId }) => {
    const userAgent = (await headers()).get("user-agent") ?? "";
    const { page, providerUrl } = await signOutOfDashboard(ctx, { sessionId, userAgent: userAgent.slice(0, 512) });
    await dropDashboardCookies(ctx, await getDashboardProjectId(ctx));
    const { pathname, search } = new URL(page);
    return providerUrl ?? `${pathname}${search}`;
  },
);
