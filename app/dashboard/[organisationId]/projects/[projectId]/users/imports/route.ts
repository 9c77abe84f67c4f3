import { ServiceError } from "@/lib/core/errors";
import { JsonText } from "@/lib/core/json-text";
import { invalidInput } from "@/lib/http/read-body";
import { CreateUserImportInput, createUserImport } from "@/lib/sign-in/user-imports/create";
import { projectHandler } from "@/lib/web/define-dashboard-handler";
import { splitFirstLine } from "@/lib/web/first-line";

const MAX_OPTIONS_BYTES = 8 * 1_024;

/** Takes a file of users, and queues its check. The first line of the body holds the options as JSON, then comes the file. */
export const POST = projectHandler("dashboard.importUsers", {}, async (ctx, { projectId }, { request }) => {
  const { line, rest } = await splitFirstLine(request.body, MAX_OPTIONS_BYTES);
  const given = JsonText.safeParse(line);
  // The parser's own message would quote the line.
  if (!given.success) throw new ServiceError("invalid_request", "The options of the import aren't valid JSON.");
  const options = CreateUserImportInput.safeParse(given.data);
  if (!options.success) throw invalidInput(options.error, CreateUserImportInput, "body");
  return createUserImport(ctx, { ...options.data, projectId, body: rest });
});
