import { setCookieField } from "@/lib/http/cookies";
import { startSsoTrial } from "@/lib/sign-in/sso/trial/start";
import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";

/** Leads to a connection's identity provider, to try it. The address is a link's, since a form's may not lead elsewhere. */
export const GET = defineDashboardHandler(
  { operationId: "dashboard.trySsoConnection", params: { projectId: "project", connectionId: "ssoConnection" } },
  async (ctx, { params: { organisationId = "", projectId = "", connectionId = "" }, sessionId }) => {
    const trier = { kind: "member", organisationId, sessionId } as const;
    const { redirect, cookie } = await startSsoTrial(ctx, { projectId, connectionId, trier });
    const headers = new Headers({ Location: redirect, "Cache-Control": "private, no-store" });
    if (cookie) headers.set("Set-Cookie", setCookieField(cookie, projectId, ctx.baseUrl));
    return new Response(null, { status: 302, headers });
  },
);
