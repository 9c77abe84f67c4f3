import { ServiceError } from "@/lib/core/errors";
import { CollectionInput } from "@/lib/sql/documents/collection-name";
import { importDocuments } from "@/lib/sql/documents/import";
import { databaseHandler } from "@/lib/web/define-dashboard-handler";

/** Takes newline-delimited JSON into the collection that the query names, all lines or none. */
export const POST = databaseHandler("dashboard.importDocuments", {}, async (ctx, { databaseId }, { request }) => {
  const collection = new URL(request.url).searchParams.get("collection");
  const input = CollectionInput.safeParse({ databaseId, collection });
  if (!input.success) throw new ServiceError("invalid_request", "The collection is missing.");
  if (!request.body) throw new ServiceError("invalid_request", "The file contains no documents.");
  return importDocuments(ctx, { ...input.data, body: request.body });
});
