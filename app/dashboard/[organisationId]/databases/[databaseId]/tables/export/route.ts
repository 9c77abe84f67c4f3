import { ExportRowsInput, exportRows } from "@/lib/sql/csv/export";
import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";
import { readQueryOptions } from "@/lib/web/query-options";
import { streamedFile } from "@/lib/web/streamed-file";

const TYPES = {
  csv: "text/csv; charset=utf-8",
  tsv: "text/tab-separated-values; charset=utf-8",
  ndjson: "application/x-ndjson; charset=utf-8",
} as const;

/** Sends the rows of a table that fit the page's filters, in its order. The query holds the options as JSON. */
export const GET = defineDashboardHandler(
  { operationId: "dashboard.exportRows", params: { databaseId: "database" }, limit: "sql" },
  async (ctx, { params: { databaseId }, request }) => {
    const input = readQueryOptions(request, { schema: ExportRowsInput, place: { databaseId }, what: "export" });
    const { name, format } = input;
    return streamedFile(`${name}.${format}`, TYPES[format], (write) => exportRows(ctx, { ...input, write }));
  },
);
