"use server";

import { headers } from "next/headers";
import { getDashboardProjectId } from "@/lib/people/accounts/dashboard-project";
import { signOutOfDashboard } from "@/lib/people/accounts/sign-out";
import { dropDashboardCookies } from "@/lib/web/dashboard-session";
import { defineAccountAction } from "@/lib/web/define-action";

export const signOut = defineAccountAction(
  {
    operationId: "dashboardSignOut",
    redirect: (_input, address: string) => address,
  },
  async (_ctx, _input, { ctx, sessionId }) => {
    const userAgent = (await headers()).get("user-agent") ?? "";
    const { page, providerUrl } = await signOutOfDashboard(ctx, { sessionId, userAgent: userAgent.slice(0, 512) });
    await dropDashboardCookies(ctx, await getDashboardProjectId(ctx));
    const { pathname, search } = new URL(page);
    return providerUrl ?? `${pathname}${search}`;
  },
);
