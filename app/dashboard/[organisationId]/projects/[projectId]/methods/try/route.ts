import { setCookieField } from "@/lib/http/sign-in/cookies";
import { startTrial } from "@/lib/sign-in/social/trial/start";
import { projectHandler } from "@/lib/web/define-dashboard-handler";
import { leadTo } from "@/lib/web/lead-to";

/** Leads to a provider of the project, to try it. The address is a link's, since a form's may not lead elsewhere. */
export const GET = projectHandler("dashboard.tryProvider", {}, async (ctx, place, { request, sessionId }) => {
  const provider = new URL(request.url).searchParams.get("provider") ?? "";
  const { redirect, cookie } = await startTrial(ctx, { ...place, provider, sessionId });
  return leadTo(redirect, cookie && setCookieField(cookie, place.projectId, ctx.baseUrl));
});
