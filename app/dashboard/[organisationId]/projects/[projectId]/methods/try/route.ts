import { setCookieField } from "@/lib/http/cookies";
import { startTrial } from "@/lib/sign-in/social/trial/start";
import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";

/** Leads to a provider of the project, to try it. The address is a link's, since a form's may not lead elsewhere. */
export const GET = defineDashboardHandler(
  { operationId: "dashboard.tryProvider", params: { projectId: "project" } },
  async (ctx, { params: { organisationId = "", projectId = "" }, request, sessionId }) => {
    const provider = new URL(request.url).searchParams.get("provider") ?? "";
    const { redirect, cookie } = await startTrial(ctx, { organisationId, projectId, provider, sessionId });
    const headers = new Headers({ Location: redirect, "Cache-Control": "private, no-store" });
    if (cookie) headers.set("Set-Cookie", setCookieField(cookie, projectId, ctx.baseUrl));
    return new Response(null, { status: 302, headers });
  },
);
