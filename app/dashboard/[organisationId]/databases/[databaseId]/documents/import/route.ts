import { ServiceError } from "@/lib/core/errors";
import { importDocuments } from "@/lib/sql/documents/import";
import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";

/** Takes newline-delimited JSON into the collection that the query names, all lines or none. */
export const POST = defineDashboardHandler(
  { operationId: "dashboard.importDocuments", params: { databaseId: "database" } },
  async (ctx, { params, request }) => {
    const collection = new URL(request.url).searchParams.get("collection") ?? "";
    if (!request.body) throw new ServiceError("invalid_request", "The file holds no document.");
    return importDocuments(ctx, { databaseId: params.databaseId ?? "", collection, body: request.body });
  },
);
