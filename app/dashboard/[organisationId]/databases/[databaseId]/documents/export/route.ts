import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import { exportDocuments } from "@/lib/sql/documents/export";
import { DocumentFilter, MAX_DOCUMENT_FILTERS } from "@/lib/sql/documents/path-filter";
import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";
import { streamedFile } from "@/lib/web/streamed-file";

const Filters = z.array(DocumentFilter).max(MAX_DOCUMENT_FILTERS);

/** The documents of a collection that fit the filter, as newline-delimited JSON. */
export const GET = defineDashboardHandler(
  { operationId: "dashboard.exportDocuments", params: { databaseId: "database" } },
  async (ctx, { params, request }) => {
    const query = new URL(request.url).searchParams;
    const collection = query.get("collection") ?? "";
    const filters = Filters.safeParse(asJson(query.get("filters") ?? "[]"));
    if (!filters.success) throw new ServiceError("invalid_request", "This is no filter.");
    const { databaseId = "" } = params;
    return streamedFile(`${collection}.ndjson`, "application/x-ndjson; charset=utf-8", (write) =>
      exportDocuments(ctx, { databaseId, collection, filters: filters.data, write }),
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
