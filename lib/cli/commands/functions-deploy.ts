import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { type Command, Option } from "commander";
import { UsageError } from "@/lib/cli/command-line";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { OperatorError } from "@/lib/core/operator-error";
import { BundleError } from "@/lib/core/ports/function-bundler";
import type { FunctionContext } from "@/lib/services/functions/context";
import { deployFunction } from "@/lib/services/functions/deployments/deploy";
import { DeployInput } from "@/lib/services/functions/deployments/input";
import { ACCESS } from "@/lib/services/functions/settings";
import { showFunction } from "@/lib/services/functions/show";
import { findProject } from "@/lib/sign-in/projects/find";
import { type ProjectOption, withProject } from "./bucket";
import { describeDeployment, whereFunctionsRun } from "./functions-named";

interface Options extends ProjectOption {
  name?: string;
  entry: string;
  access?: (typeof ACCESS)[number];
  env?: string[];
  message?: string;
}

export function addFunctionDeploy(tree: CommandTree, noun: Command): void {
  addVerb<Options>(tree, noun, {
    usage: "deploy <folder>",
    description: "Bundle a folder, with the packages installed there, and deploy it. Its name is the function's.",
    examples: [
      "coppice functions deploy ./send-receipt --project Shop",
      "coppice functions deploy ./hook --project Shop --access public --env MODE=live",
    ],
    options: (command) =>
      withProject(command)
        .option("--name <name>", "the function, if not the folder's name")
        .option("--entry <file>", "the file that exports fetch", "index.ts")
        .addOption(new Option("--access <who>", "who may call it; signed-in for a new one").choices(ACCESS))
        .option("--env <name=value...>", "its environment variables, in place of those it had")
        .option("--message <text>", "a summary of the changes"),
    run: async (args, { project, name, entry, env, ...options }) => {
      const folder = await requireFolder(argument(args, 0));
      const variables = env && { env: toVariables(env) };
      return tree.line.withSession(async ({ ctx }) => {
        const { projectId } = await findProject(ctx, project);
        const at = { projectId, name: name ?? basename(folder) };
        const bundle = await bundleFolder(ctx, folder, entry);
        const input = DeployInput.parse({ bundle, ...options, ...variables });
        const deployment = await whereFunctionsRun(ctx, deployFunction(ctx, { ...at, ...input }));
        const { url } = await showFunction(ctx, at);
        return { json: { ...deployment, url }, text: `${describeDeployment(at.name, deployment)}address  ${url}\n` };
      });
    },
  });
}

async function requireFolder(path: string): Promise<string> {
  const folder = resolve(path);
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) throw new UsageError(`${path} isn't a folder.`);
  return folder;
}

async function bundleFolder({ functionBundler }: FunctionContext, folder: string, entry: string): Promise<string> {
  try {
    return (await functionBundler.bundleFolder({ folder, entry })).code;
  } catch (error) {
    if (error instanceof BundleError) throw new OperatorError(error.message);
    throw error;
  }
}

function toVariables(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^([^=]+)=(.*)$/s.exec(pair) ?? [];
      if (name === undefined || value === undefined) throw new UsageError(`Write NAME=value, not "${pair}".`);
      return [name, value];
    }),
  );
}
