import { ServiceError } from "@/lib/core/errors";
import { ExportDocumentsInput, exportDocuments } from "@/lib/sql/documents/export";
import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";
import { streamedFile } from "@/lib/web/streamed-file";

/** Sends the documents of a collection that fit the filter, as newline-delimited JSON. */
export const GET = defineDashboardHandler(
  { operationId: "dashboard.exportDocuments", params: { databaseId: "database" } },
  async (ctx, { params: { databaseId }, request }) => {
    const query = new URL(request.url).searchParams;
    const filters = asJson(query.get("filters") ?? "[]");
    const input = ExportDocumentsInput.safeParse({ databaseId, collection: query.get("collection"), filters });
    if (!input.success)
      throw new ServiceError("invalid_request", "The filter isn't valid, or the collection is missing.");
    return streamedFile(`${input.data.collection}.ndjson`, "application/x-ndjson; charset=utf-8", (write) =>
      exportDocuments(ctx, { ...input.data, write }),
    );
  },
);

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
