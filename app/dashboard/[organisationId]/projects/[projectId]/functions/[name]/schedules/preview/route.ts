import { readQuery } from "@/lib/http/read-query";
import { PreviewScheduleInput, previewSchedule } from "@/lib/services/functions/schedules/preview";
import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";

/** Explains a schedule while it is typed. */
export const GET = defineDashboardHandler(
  { operationId: "dashboardPreviewSchedule", params: { projectId: "project" } },
  async (ctx, { params: { projectId = "" }, request }) =>
    previewSchedule(ctx, { projectId, ...PreviewScheduleInput.parse(readQuery(request.url, PreviewScheduleInput)) }),
);
