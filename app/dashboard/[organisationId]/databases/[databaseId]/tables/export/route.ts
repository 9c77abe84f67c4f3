import { ServiceError } from "@/lib/core/errors";
import { ExportRowsInput, exportRows } from "@/lib/sql/csv/export";
import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";
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
    const options = asJson(new URL(request.url).searchParams.get("options") ?? "{}");
    const input = ExportRowsInput.safeParse({ ...options, databaseId });
    if (!input.success) throw new ServiceError("invalid_request", "The options of the export aren't valid.");
    const { name, format } = input.data;
    return streamedFile(`${name}.${format}`, TYPES[format], (write) => exportRows(ctx, { ...input.data, write }));
  },
);

function asJson(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
