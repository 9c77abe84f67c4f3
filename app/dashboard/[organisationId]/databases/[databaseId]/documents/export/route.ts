import { ServiceError } from "@/lib/core/errors";
import { JsonText } from "@/lib/core/json-text";
import { ExportDocumentsInput, exportDocuments } from "@/lib/sql/documents/export";
import { databaseHandler } from "@/lib/web/define-dashboard-handler";
import { streamedFile } from "@/lib/web/streamed-file";

/** Sends the documents of a collection that fit the filter, as newline-delimited JSON. */
export const GET = databaseHandler("dashboard.exportDocuments", {}, async (ctx, { databaseId }, { request }) => {
  const query = new URL(request.url).searchParams;
  const filters = JsonText.catch(null).parse(query.get("filters") ?? "[]");
  const input = ExportDocumentsInput.safeParse({ databaseId, collection: query.get("collection"), filters });
  if (!input.success)
    throw new ServiceError("invalid_request", "The filter isn't valid, or the collection is missing.");
  return streamedFile(input.data.collection, "ndjson", (write) => exportDocuments(ctx, { ...input.data, write }));
});
