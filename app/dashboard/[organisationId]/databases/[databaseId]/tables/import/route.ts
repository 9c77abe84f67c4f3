import { ServiceError } from "@/lib/core/errors";
import { importRows } from "@/lib/sql/csv/import";
import { ImportRowsInput } from "@/lib/sql/csv/import-input";
import { NeedsRestorePointError } from "@/lib/sql/data-changes/needs-restore-point";
import { databaseHandler } from "@/lib/web/define-dashboard-handler";
import { ndjsonResponse } from "@/lib/web/ndjson-response";
import { readQueryOptions } from "@/lib/web/query-options";

/** Takes a CSV file into a table, all lines or none. The query holds the options as JSON; the answer reports progress. */
export const POST = databaseHandler(
  "dashboard.importRows",
  { limit: "sql" },
  async (ctx, { databaseId }, { request }) => {
    const input = readQueryOptions(request, { schema: ImportRowsInput, place: { databaseId }, what: "import" });
    const { body } = request;
    if (!body) throw new ServiceError("invalid_request", "The file contains no rows.");
    return ndjsonResponse(ctx, request, async (write, signal) => {
      try {
        await importRows(ctx, { ...input, body, signal, onProgress: write });
      } catch (error) {
        throw error instanceof NeedsRestorePointError ? asking(error) : error;
      }
    });
  },
);

/** Returns the refusal with a detail by which the dialog knows that it may ask for a restore point. */
function asking(error: NeedsRestorePointError): ServiceError {
  const details = [{ path: "restore-point", message: error.reason }];
  return new ServiceError("conflict", error.message, { details, cause: error });
}
