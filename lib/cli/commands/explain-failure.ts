import { z } from "zod";
import { type CommandLine, UsageError } from "@/lib/cli/command-line";
import { EXIT_FAILED, EXIT_USAGE } from "@/lib/cli/exit-codes";
import { describeConnectFailure } from "@/lib/core/db/connect-failure";
import { codeOf } from "@/lib/core/error-code";
import { ServiceError } from "@/lib/core/errors";
import { OperatorError } from "@/lib/core/operator-error";
import { SERVICE } from "@/lib/core/service";

/** Writes why a command failed, and returns its exit code. */
export async function explainFailure(error: unknown, line: CommandLine): Promise<number> {
  if (error instanceof UsageError || error instanceof z.ZodError) {
    line.notice(`error: ${error instanceof UsageError ? error.message : describeIssues(error)}\n`);
    return EXIT_USAGE;
  }
  line.notice(`error: ${describeFailure(error)}\n`);
  if (!isForOperator(error)) await line.debug(error);
  return EXIT_FAILED;
}

function describeIssues(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("; ");
}

/** Describes a failure without the message of an unknown error, which may quote a query or a connection string. */
function describeFailure(error: unknown): string {
  if (isForOperator(error)) return error.message;
  if (!(error instanceof Error)) return "Something unexpected went wrong.";
  const code = codeOf(error) ?? "";
  if (code === "P2021" || code === "P2022") {
    return `The control database has no ${SERVICE.name} tables yet, or old ones. Start the service once to create or update them.`;
  }
  const refused = describeConnectFailure(error);
  if (refused !== null) return refused;
  return `Something unexpected went wrong (${[error.name, code].filter(Boolean).join(" ")}); run again with LOG_LEVEL=debug for details.`;
}

function isForOperator(error: unknown): error is Error {
  return error instanceof ServiceError || error instanceof OperatorError;
}
