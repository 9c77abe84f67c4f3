"use server";

import { headers } from "next/headers";
import { getDashboardProjectId } from "@/lib/people/accounts/dashboard-project";
import { signOutOfDashboard } from "@/lib/people/accounts/sign-out";
import { dropDashboardCookies } from "@/lib/web/dashboard-session";
import { defineAccountAction } from "@/lib/web/define-action";

export const signOut = defineAccountAction(
  {
    operationId: "dashboardSignOut",
    redirect: (_input, projectId: string) => {
      const back = new URLSearchParams({ redirect_to: `/auth/${projectId}/dashboard` });
      return `/auth/${projectId}/signed-out?${back}`;
    },
  },
  async (ctx, _input, { sessionId }) => {
    const userAgent = (await headers()).get("user-agent") ?? "";
    await signOutOfDashboard(ctx, { sessionId, userAgent: userAgent.slice(0, 512) });
    const projectId = await getDashboardProjectId(ctx);
    await dropDashboardCookies(ctx, projectId);
    return projectId;
  },
);
