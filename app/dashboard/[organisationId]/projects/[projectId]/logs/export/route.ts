import { LOG_LIST, logFilterOf } from "@/components/dashboard/project-log/list";
import { readListQuery } from "@/components/ui/lists/define-list";
import { ServiceError } from "@/lib/core/errors";
import { ExportProjectLogInput, exportProjectLog } from "@/lib/services/project-logs/export";
import { projectHandler } from "@/lib/web/define-dashboard-handler";
import { streamedFile } from "@/lib/web/streamed-file";

/** Sends the entries of the log that fit its filters, newest first. */
export const GET = projectHandler("dashboard.exportProjectLog", {}, async (ctx, place, { request }) => {
  const asked = Object.fromEntries(new URL(request.url).searchParams);
  const filter = logFilterOf(readListQuery(LOG_LIST, asked), ctx.clock.now());
  const input = ExportProjectLogInput.safeParse({ ...filter, ...place });
  if (!input.success) throw new ServiceError("invalid_request", "The filter isn't valid.");
  return streamedFile("project-log", "ndjson", (write) => exportProjectLog(ctx, { ...input.data, write }));
});
