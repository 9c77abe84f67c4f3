import { ServiceError } from "@/lib/core/errors";
import { invalidInput } from "@/lib/http/read-body";
import { CreateUserImportInput, createUserImport } from "@/lib/sign-in/user-imports/create";
import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";
import { splitFirstLine } from "@/lib/web/first-line";

const MAX_OPTIONS_BYTES = 8 * 1_024;

/** Takes a file of users, and queues its check. The first line of the body holds the options as JSON, then comes the file. */
export const POST = defineDashboardHandler(
  { operationId: "dashboard.importUsers", params: { projectId: "project" } },
  async (ctx, { params: { projectId = "" }, request }) => {
    const { line, rest } = await splitFirstLine(request.body, MAX_OPTIONS_BYTES);
    const options = CreateUserImportInput.safeParse(parse(line));
    if (!options.success) throw invalidInput(options.error, CreateUserImportInput, "body");
    return createUserImport(ctx, { ...options.data, projectId, body: rest });
  },
);

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // The parser's own message would quote the line.
    throw new ServiceError("invalid_request", "The options of the import aren't valid JSON.");
  }
}
