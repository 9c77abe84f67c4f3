import type { CommandResult } from "@/lib/cli/command-line";
import { argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatFields } from "@/lib/cli/table";
import { byteText } from "@/lib/core/byte-text";
import { ServiceError } from "@/lib/core/errors";
import { OperatorError } from "@/lib/core/operator-error";
import type { FunctionRuntime } from "@/lib/core/ports/function-runtime";
import type { FunctionAddress } from "@/lib/services/functions/access";
import type { FunctionContext } from "@/lib/services/functions/context";
import type { FunctionDeployment } from "@/lib/services/functions/deployments/resource";
import { findProject } from "@/lib/sign-in/projects/find";

/** Runs a command on the function that its first argument names. */
export function ofFunction(
  tree: CommandTree,
  args: readonly string[],
  project: string,
  work: (ctx: FunctionContext, at: FunctionAddress) => Promise<CommandResult>,
): Promise<CommandResult> {
  return tree.line.withSession(async ({ ctx }) =>
    work(ctx, { projectId: (await findProject(ctx, project)).projectId, name: argument(args, 0) }),
  );
}

/** A version is tried before it answers, for which a command needs a service that runs functions beside it. */
export async function whereFunctionsRun<T>({ functions }: FunctionContext, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const code = error instanceof ServiceError ? error.code : "";
    if (code !== "not_configured" && code !== "function_unavailable") throw error;
    throw new OperatorError(`Nothing was deployed. ${await describeAbsence(functions)}`);
  }
}

async function describeAbsence(functions: FunctionRuntime): Promise<string> {
  const standing = await functions.standing().catch(() => "away" as const);
  if (standing === null) return `No service that runs functions was found here. ${START}`;
  if (standing === "away") return `The process that runs functions doesn't answer. ${START}`;
  const { state, reason } = standing;
  const why =
    state === "unanswered"
      ? "their sandbox doesn't answer yet"
      : (reason ?? "nothing keeps them apart on this machine");
  return `The service can't run functions: ${why}. \`coppice doctor\` says what to do.`;
}

const START = "Deploying needs the running service: start it with `npm start`.";

export function describeDeployment(name: string, deployment: FunctionDeployment): string {
  return formatFields([
    ["function", name],
    ["version", String(deployment.version)],
    ["status", deployment.status],
    ["size", byteText(deployment.bundleBytes)],
    ["id", deployment.id],
  ]);
}
