import { PreviewInput, previewHostedPage } from "@/lib/hosted-pages/preview/preview";
import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";

/** Returns a hosted page with changes of its brand that are not saved; POST, since they may be long. */
export const POST = defineDashboardHandler(
  {
    operationId: "previewHostedPage",
    params: { projectId: "project" },
    body: { schema: PreviewInput, maxBytes: 512 * 1024 },
  },
  (ctx, { params: { organisationId = "", projectId = "" }, body }) =>
    previewHostedPage(ctx, { organisationId, projectId, ...body }),
);
