import { readBytes } from "@/lib/http/read-body";
import { MAX_LOGO_BYTES, setLogo } from "@/lib/sign-in/projects/set-logo";
import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";

const params = { projectId: "project" } as const;

/** The body is the picture. */
export const PUT = defineDashboardHandler(
  { operationId: "dashboardSetLogo", params },
  async (ctx, { params: { organisationId = "", projectId = "" }, request }) => {
    const content = new Uint8Array(await readBytes(request, MAX_LOGO_BYTES));
    await setLogo(ctx, { organisationId, projectId, content });
  },
);

export const DELETE = defineDashboardHandler(
  { operationId: "dashboardRemoveLogo", params },
  (ctx, { params: { organisationId = "", projectId = "" } }) =>
    setLogo(ctx, { organisationId, projectId, content: null }),
);
