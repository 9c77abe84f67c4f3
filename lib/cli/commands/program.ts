import { Command, CommanderError } from "commander";
import { z } from "zod";
import { type CommandLine, UsageError } from "@/lib/cli/command-line";
import { codeOf } from "@/lib/core/error-code";
import { ServiceError } from "@/lib/core/errors";
import { OperatorError } from "@/lib/core/operator-error";
import { SERVICE } from "@/lib/core/service";
import { SQLSTATE } from "@/lib/core/sql-state";
import { addAbuseReportCommands } from "./abuse-report";
import { addAdminKeyCommands } from "./admin-key";
import { addAuthEventCommands } from "./auth-event";
import { addBounceCommands } from "./bounces";
import { addBucketCommands } from "./bucket";
import { addDatabaseCommands } from "./database";
import { addDemoCommands } from "./demo";
import { addDoctorCommand } from "./doctor";
import { addFlagCommands } from "./flag";
import { addFunctionCommands } from "./functions";
import { addHostCommands } from "./host";
import { addHostGuardCommand } from "./host-guard";
import { addInboxCommands } from "./inbox";
import { addKeyCommands } from "./key";
import { addMemberCommands } from "./member";
import { addObjectCommands } from "./object";
import { addOrganisationCommands } from "./organisation";
import { addProjectCommands } from "./project";
import { addProjectKeyCommands } from "./project-key";
import { addProviderCommands } from "./provider";
import { addRealtimeCommands } from "./realtime";
import { addSecretsCommands } from "./secrets";
import { addSenderCommands } from "./sender";
import { addSigningKeyCommands } from "./signing-key";
import { addSsoCommands } from "./sso";
import { addTestTokenCommands } from "./test-token";
import { addUserCommands } from "./user";
import { addUserOrganisationCommands } from "./user-organisation";
import { addVolumeCommands } from "./volume";

export const EXIT_FAILED = 1;
export const EXIT_USAGE = 2;

const REFUSED_CONNECTION: ReadonlySet<string> = new Set([
  SQLSTATE.cannotConnectNow,
  SQLSTATE.invalidPassword,
  SQLSTATE.invalidCatalogName,
]);

/** Runs one command and returns the exit code: 0, 1 when it failed, 2 when it was called wrongly. */
export async function runCommandLine(args: readonly string[], line: CommandLine): Promise<number> {
  let exitCode = 0;
  const program = createProgram(line, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...args], { from: "user" });
    return exitCode;
  } catch (error) {
    return explainFailure(error, line);
  }
}

/** Returns the command tree; `setExitCode` is called when a command worked but found something wrong. */
export function createProgram(line: CommandLine, setExitCode: (code: number) => void): Command {
  const program = new Command(SERVICE.slug)
    .description(`Operates a ${SERVICE.name} installation. Works whether or not the service is running.`)
    .exitOverride()
    .showHelpAfterError("Add --help for usage.")
    .configureOutput({ writeOut: (text) => line.write(text), writeErr: (text) => line.notice(text) });
  const commands = { program, line, setExitCode };
  addOrganisationCommands(commands);
  addFlagCommands(commands);
  addMemberCommands(commands);
  addKeyCommands(commands);
  addProjectCommands(commands);
  addProjectKeyCommands(commands);
  addSigningKeyCommands(commands);
  addProviderCommands(commands);
  addSenderCommands(commands);
  addBounceCommands(commands);
  addInboxCommands(commands);
  addTestTokenCommands(commands);
  addUserCommands(commands);
  addUserOrganisationCommands(commands);
  addSsoCommands(commands);
  addBucketCommands(commands);
  addObjectCommands(commands);
  addRealtimeCommands(commands);
  addFunctionCommands(commands);
  addAuthEventCommands(commands);
  addAbuseReportCommands(commands);
  addAdminKeyCommands(commands);
  addHostCommands(commands);
  addHostGuardCommand(commands);
  addDatabaseCommands(commands);
  addSecretsCommands(commands);
  addVolumeCommands(commands);
  addDemoCommands(commands);
  addDoctorCommand(commands);
  return program;
}

function explainFailure(error: unknown, line: CommandLine): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
  if (error instanceof UsageError || error instanceof z.ZodError) {
    line.notice(`error: ${error instanceof UsageError ? error.message : describeIssues(error)}\n`);
    return EXIT_USAGE;
  }
  line.notice(`error: ${describeFailure(error)}\n`);
  if (!isForOperator(error)) line.debug(error);
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
  if (isUnreachable(error, code)) {
    return `The control database doesn't respond${code ? ` (${code})` : ""}. Check DATABASE_URL, or run \`${SERVICE.slug} doctor\`.`;
  }
  return `Something unexpected went wrong (${[error.name, code].filter(Boolean).join(" ")}); run again with LOG_LEVEL=debug for details.`;
}

function isForOperator(error: unknown): error is Error {
  return error instanceof ServiceError || error instanceof OperatorError;
}

function isUnreachable(error: Error, code: string): boolean {
  if (REFUSED_CONNECTION.has(code) || /^(P1\d{3}|ECONN.*|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/.test(code)) return true;
  return /DatabaseNotReachable|SocketTimeout|ECONNREFUSED|connection timeout/i.test(error.message);
}
