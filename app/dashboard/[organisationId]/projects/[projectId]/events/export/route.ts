import { EVENT_LIST, eventFilterOf } from "@/components/dashboard/sign-in-events/list";
import { readListQuery } from "@/components/ui/lists/define-list";
import { ServiceError } from "@/lib/core/errors";
import { ExportSecurityEventsInput, exportSecurityEvents } from "@/lib/sign-in/events/export";
import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";
import { streamedFile } from "@/lib/web/streamed-file";

const TYPES = { csv: "text/csv; charset=utf-8", ndjson: "application/x-ndjson; charset=utf-8" } as const;

/** Sends the events of the log that fit its filters, newest first. */
export const GET = defineDashboardHandler(
  { operationId: "dashboard.exportSecurityEvents", params: { projectId: "project" } },
  async (ctx, { params: { organisationId, projectId }, request }) => {
    const asked = Object.fromEntries(new URL(request.url).searchParams);
    const filter = eventFilterOf(readListQuery(EVENT_LIST, asked), ctx.clock.now());
    const input = ExportSecurityEventsInput.safeParse({ ...filter, organisationId, projectId, format: asked.format });
    if (!input.success) throw new ServiceError("invalid_request", "The filter isn't valid, or the format is missing.");
    const { format } = input.data;
    return streamedFile(`sign-in-events.${format}`, TYPES[format], (write) =>
      exportSecurityEvents(ctx, { ...input.data, write }),
    );
  },
);
