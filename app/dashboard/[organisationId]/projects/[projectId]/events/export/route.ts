import { EVENT_LIST, eventFilterOf } from "@/components/dashboard/sign-in-events/list";
import { readListQuery } from "@/components/ui/lists/define-list";
import { ServiceError } from "@/lib/core/errors";
import { ExportSecurityEventsInput, exportSecurityEvents } from "@/lib/sign-in/events/export";
import { projectHandler } from "@/lib/web/define-dashboard-handler";
import { streamedFile } from "@/lib/web/streamed-file";

/** Sends the events of the log that fit its filters, newest first. */
export const GET = projectHandler("dashboard.exportSecurityEvents", {}, async (ctx, place, { request }) => {
  const asked = Object.fromEntries(new URL(request.url).searchParams);
  const filter = eventFilterOf(readListQuery(EVENT_LIST, asked), ctx.clock.now());
  const input = ExportSecurityEventsInput.safeParse({ ...filter, ...place, format: asked.format });
  if (!input.success) throw new ServiceError("invalid_request", "The filter isn't valid, or the format is missing.");
  return streamedFile("sign-in-events", input.data.format, (write) =>
    exportSecurityEvents(ctx, { ...input.data, write }),
  );
});
