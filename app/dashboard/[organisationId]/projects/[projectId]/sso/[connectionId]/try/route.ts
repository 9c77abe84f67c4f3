import { setCookieField } from "@/lib/http/sign-in/cookies";
import { startSsoTrial } from "@/lib/sign-in/sso/trial/start";
import { projectHandler } from "@/lib/web/define-dashboard-handler";
import { leadTo } from "@/lib/web/lead-to";

/** Leads to a connection's identity provider, to try it. The address is a link's, since a form's may not lead elsewhere. */
export const GET = projectHandler(
  "dashboard.trySsoConnection",
  { params: { connectionId: "ssoConnection" } },
  async (ctx, { organisationId, projectId, connectionId }, { sessionId }) => {
    const trier = { kind: "member", organisationId, sessionId } as const;
    const { redirect, cookie } = await startSsoTrial(ctx, { projectId, connectionId, trier });
    return leadTo(redirect, cookie && setCookieField(cookie, projectId, ctx.baseUrl));
  },
);
