import type { CommandResult } from "@/lib/cli/command-line";
import { argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatFields } from "@/lib/cli/table";
import { byteText } from "@/lib/core/byte-text";
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

export function describeDeployment(name: string, deployment: FunctionDeployment): string {
  return formatFields([
    ["function", name],
    ["version", String(deployment.version)],
    ["status", deployment.status],
    ["size", byteText(deployment.bundleBytes)],
    ["id", deployment.id],
  ]);
}
