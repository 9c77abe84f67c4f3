import Papa from "papaparse";
import { csvField } from "@/lib/core/csv-field";
import { listImportProblems } from "@/lib/sign-in/user-imports/list-problems";
import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";
import { streamedFile } from "@/lib/web/streamed-file";

/** Sends the lines of a file that were refused, with the reasons, as CSV (RFC 4180). */
export const GET = defineDashboardHandler(
  { operationId: "dashboard.listImportProblems", params: { projectId: "project", importId: "userImport" } },
  async (ctx, { params: { projectId = "", importId = "" } }) => {
    const problems = await listImportProblems(ctx, { projectId, importId });
    const data = problems.map(({ line, field, message }) => [line, csvField(field), csvField(message)]);
    return streamedFile("import-problems.csv", "text/csv; charset=utf-8", (write) =>
      write(`${Papa.unparse({ fields: ["line", "field", "problem"], data })}\r\n`),
    );
  },
);
