import Papa from "papaparse";
import { csvField } from "@/lib/core/csv-field";
import { listImportProblems } from "@/lib/sign-in/user-imports/list-problems";
import { projectHandler } from "@/lib/web/define-dashboard-handler";
import { streamedFile } from "@/lib/web/streamed-file";

/** Sends the lines of a file that were refused, with the reasons, as CSV (RFC 4180). */
export const GET = projectHandler(
  "dashboard.listImportProblems",
  { params: { importId: "userImport" } },
  async (ctx, place) => {
    const problems = await listImportProblems(ctx, place);
    const data = problems.map(({ line, field, message }) => [line, csvField(field), csvField(message)]);
    return streamedFile("import-problems", "csv", (write) =>
      write(`${Papa.unparse({ fields: ["line", "field", "problem"], data })}\r\n`),
    );
  },
);
