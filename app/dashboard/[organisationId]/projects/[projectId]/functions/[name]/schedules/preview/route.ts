import { readQuery } from "@/lib/http/read-query";
import { PreviewScheduleInput, previewSchedule } from "@/lib/services/functions/schedules/preview";
import { projectHandler } from "@/lib/web/define-dashboard-handler";

/** Explains a schedule while it is typed. */
export const GET = projectHandler("dashboardPreviewSchedule", {}, async (ctx, { projectId }, { request }) =>
  previewSchedule(ctx, { projectId, ...PreviewScheduleInput.parse(readQuery(request.url, PreviewScheduleInput)) }),
);
