"use server";

import type { Route } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getDashboardProjectId } from "@/lib/people/accounts/dashboard-project";
import { signOutOfDashboard } from "@/lib/people/accounts/sign-out";
import { requireAccount } from "@/lib/web/current-member";
import { dropDashboardCookies } from "@/lib/web/dashboard-session";

export async function signOut(): Promise<void> {
  const { ctx, sessionId } = await requireAccount();
  const userAgent = (await headers()).get("user-agent") ?? "";
  await signOutOfDashboard(ctx, { sessionId, userAgent: userAgent.slice(0, 512) });
  const projectId = await getDashboardProjectId(ctx);
  await dropDashboardCookies(ctx, projectId);
  const back = new URLSearchParams({ redirect_to: `/auth/${projectId}/dashboard` });
  redirect(`/auth/${projectId}/signed-out?${back}` as Route);
}
