import { PreviewMailInput, previewMail } from "@/lib/sign-in/mail/own-texts/preview";
import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";
import { loadMailRenderer } from "@/lib/web/load-mail-renderer";

/** Returns an email with texts that are not saved. */
export const POST = defineDashboardHandler(
  {
    operationId: "previewMail",
    params: { projectId: "project" },
    body: { schema: PreviewMailInput, maxBytes: 64 * 1024 },
  },
  async (ctx, { params: { organisationId = "", projectId = "" }, body }) =>
    previewMail(ctx, { organisationId, projectId, ...body }, await loadMailRenderer()),
);
