import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { z } from "zod";
import { UsageError } from "@/lib/cli/command-line";
import { inProject } from "@/lib/cli/define/places";
import { fields } from "@/lib/cli/define/print";
import { readPair } from "@/lib/cli/read";
import { byteText } from "@/lib/core/byte-text";
import { ServiceError } from "@/lib/core/errors";
import { OperatorError } from "@/lib/core/operator-error";
import { BundleError } from "@/lib/core/ports/function-bundler";
import type { FunctionRuntime } from "@/lib/core/ports/function-runtime";
import type { FunctionContext } from "@/lib/services/functions/context";
import { deployFunction } from "@/lib/services/functions/deployments/deploy";
import { DeployInput } from "@/lib/services/functions/deployments/input";
import type { FunctionDeployment } from "@/lib/services/functions/deployments/resource";
import { showFunction } from "@/lib/services/functions/show";

export const named = inProject.within("function", "name", "send-receipt");

export const printDeployment = fields<FunctionDeployment & { name: string }>([
  { function: "name" },
  "version",
  "status",
  { size: ({ bundleBytes }) => byteText(bundleBytes) },
  "id",
]);

const { entry, access, env, message } = DeployInput.shape;

export const deployCommand = inProject.verb("deploy <folder>", {
  description: "Bundle a folder, with the packages installed there, and deploy it. Its name is the function's.",
  examples: ["./send-receipt", "./hook --access public --env MODE=live"],
  input: z.object({ name: z.string().optional(), entry, access, env: z.array(z.string()).optional(), message }),
  options: {
    name: "the function, if not the folder's name",
    entry: "<file>  the file that exports fetch",
    access: "<who>  who may call it; signed-in for a new one",
    env: "<name=value...>  its environment variables, in place of those it had",
    message: "<text>  a summary of the changes",
  },
  read: async ({ folder: path, env: pairs, name, ...given }) => {
    const folder = await requireFolder(path);
    const variables = pairs?.map((pair) => readPair(pair, "NAME=value"));
    return {
      ...given,
      folder,
      name: name ?? basename(folder),
      env: env.parse(variables && Object.fromEntries(variables)),
    };
  },
  run: async (ctx, { folder, entry, projectId, name, ...settings }) => {
    const bundle = await bundleFolder(ctx, folder, entry);
    const input = DeployInput.parse({ bundle, ...settings });
    const deployment = await whereFunctionsRun(ctx, deployFunction(ctx, { projectId, name, ...input }));
    const { url } = await showFunction(ctx, { projectId, name });
    return { ...deployment, url };
  },
  print: ({ url, ...deployment }, { name }) => `${printDeployment({ ...deployment, name })}address  ${url}`,
});

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
