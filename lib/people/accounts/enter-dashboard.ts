import { z } from "zod";
import type { UserContext } from "@/lib/sign-in/context";
import { SignInError } from "@/lib/sign-in/errors";
import { SignInResult } from "@/lib/sign-in/result";
import { getDashboardProjectId } from "./dashboard-project";
import { findSignedInAccount } from "./find-session";
import { DASHBOARD_SESSION_SECONDS, type DashboardContext, sealDashboardSession } from "./session-cookie";

/** A path of the dashboard with its query, in the characters that browsers write it in: no other origin reads as one. */
const DashboardAddress = z
  .string()
  .max(2_000)
  .regex(/^\/dashboard(?:\/[\w-]+)*(?:\?[\w!$%&'()*+,./:;=?@[\]^`{|}~-]*)?$/, "must be a page of the dashboard");

export const EnterDashboardQuery = z.object({
  to: DashboardAddress.default("/dashboard").meta({
    description: "The page of the dashboard to go to.",
    example: "/dashboard",
  }),
  again: z.literal("1").optional().meta({ description: "Set by the route itself.", example: "1" }),
});
type EnterDashboardQuery = z.infer<typeof EnterDashboardQuery>;

/** Returns the address that leads into the dashboard, and there to the page `to` where it is one of the dashboard's. */
export function enterAddress(projectId: string, to: string): string {
  const isPage = DashboardAddress.safeParse(to).success;
  return `/auth/${projectId}/dashboard${isPage ? `?to=${encodeURIComponent(to)}` : ""}`;
}

/**
 * Turns a session of the dashboard's own project into one of the dashboard, which lasts no longer. Without a session it
 * redirects to the sign-in page, which leads back here. Throws `PROJECT_NOT_FOUND` for every other project.
 */
export async function enterDashboard(
  ctx: UserContext & DashboardContext,
  { to, again }: EnterDashboardQuery,
): Promise<SignInResult<null>> {
  if (ctx.project.id !== (await getDashboardProjectId(ctx))) throw new SignInError("PROJECT_NOT_FOUND");
  const here = `/auth/${ctx.project.id}`;
  const self = enterAddress(ctx.project.id, to);
  // A session whose connection is off is none of the dashboard any more, and must lead to the sign-in page.
  if (ctx.session !== null && (await findSignedInAccount(ctx, ctx.session.id)) !== null) {
    const value = await sealDashboardSession(ctx.dashboardSecret, { sessionId: ctx.session.id });
    const cookie = { kind: "dashboard", value, maxAgeSeconds: DASHBOARD_SESSION_SECONDS } as const;
    return new SignInResult(null, { redirect: to, cookies: [cookie] });
  }
  // A browser that follows a link on another site sends no Strict cookie; from a page of the service it does.
  if (again === undefined) return new SignInResult(null, { continueTo: `${ctx.baseUrl}${self}&again=1` });
  return new SignInResult(null, { redirect: `${here}/sign-in?${new URLSearchParams({ redirect_to: self })}` });
}
