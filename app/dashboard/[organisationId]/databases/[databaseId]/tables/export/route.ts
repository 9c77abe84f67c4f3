import { ExportRowsInput, exportRows } from "@/lib/sql/csv/export";
import { databaseHandler } from "@/lib/web/define-dashboard-handler";
import { readQueryOptions } from "@/lib/web/query-options";
import { streamedFile } from "@/lib/web/streamed-file";

/** Sends the rows of a table that fit the page's filters, in its order. The query holds the options as JSON. */
export const GET = databaseHandler(
  "dashboard.exportRows",
  { limit: "sql" },
  async (ctx, { databaseId }, { request }) => {
    const input = readQueryOptions(request, { schema: ExportRowsInput, place: { databaseId }, what: "export" });
    return streamedFile(input.name, input.format, (write) => exportRows(ctx, { ...input, write }));
  },
);
