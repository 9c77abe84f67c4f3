import type { Command } from "commander";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatTable } from "@/lib/cli/table";
import { formatMoment } from "@/lib/cli/values";
import { byteText } from "@/lib/core/byte-text";
import { deleteFunction } from "@/lib/services/functions/delete";
import { listDeployments } from "@/lib/services/functions/deployments/list";
import { RollBackInput, rollBackFunction } from "@/lib/services/functions/deployments/roll-back";
import { listFunctions } from "@/lib/services/functions/list";
import { findProject } from "@/lib/sign-in/projects/find";
import { type ProjectOption, withProject } from "./bucket";
import { addFunctionDeploy } from "./functions-deploy";
import { addFunctionLogs } from "./functions-logs";
import { describeDeployment, ofFunction, whereFunctionsRun } from "./functions-named";
import { addFunctionSchedule, addFunctionSecrets } from "./functions-settings";

/** Adds the commands for a project's functions. */
export function addFunctionCommands(tree: CommandTree, noun: Command): void {
  addFunctionDeploy(tree, noun);
  addVerb<ProjectOption>(tree, noun, {
    usage: "list",
    description: "List a project's functions, by name.",
    examples: ["coppice functions list --project Shop"],
    options: withProject,
    run: (_args, { project }) =>
      tree.line.withSession(async ({ ctx }) => {
        const page = await listFunctions(ctx, await findProject(ctx, project));
        const rows = page.items.map(({ name, access, activeVersion, schedules, url }) => [
          ...[name, access, activeVersion === null ? "-" : String(activeVersion), String(schedules.length), url],
        ]);
        return { json: page, text: formatTable(["NAME", "ACCESS", "VERSION", "SCHEDULES", "ADDRESS"], rows) };
      }),
  });
  addVersions(tree, noun);
  addFunctionLogs(tree, noun);
  addFunctionSecrets(tree, noun);
  addFunctionSchedule(tree, noun);
}

function addVersions(tree: CommandTree, noun: Command): void {
  addVerb<ProjectOption>(tree, noun, {
    usage: "deployments <function>",
    description: "List the last 20 deployments of a function, the latest first.",
    examples: ["coppice functions deployments send-receipt --project Shop"],
    options: withProject,
    run: (args, { project }) =>
      ofFunction(tree, args, project, async (ctx, at) => {
        const page = await listDeployments(ctx, { ...at, limit: 20 });
        const rows = page.items.map(({ version, status, bundleBytes, createdAt, message }) => [
          ...[String(version), status, byteText(bundleBytes), formatMoment(createdAt), message],
        ]);
        return { json: page, text: formatTable(["VERSION", "STATUS", "SIZE", "CREATED (UTC)", "MESSAGE"], rows) };
      }),
  });
  addVerb<ProjectOption>(tree, noun, {
    usage: "rollback <function> <version>",
    description: "Put an earlier version back, with the variables it had.",
    examples: ["coppice functions rollback send-receipt 2 --project Shop"],
    options: withProject,
    run: (args, { project }) =>
      ofFunction(tree, args, project, async (ctx, at) => {
        const input = RollBackInput.parse({ version: Number(argument(args, 1)) });
        const deployment = await whereFunctionsRun(ctx, rollBackFunction(ctx, { ...at, ...input }));
        return { json: deployment, text: describeDeployment(at.name, deployment) };
      }),
  });
  addVerb<ProjectOption>(tree, noun, {
    usage: "delete <function>",
    description: "Delete a function, with its versions, deployments, schedules and logs.",
    examples: ["coppice functions delete send-receipt --project Shop"],
    options: withProject,
    run: (args, { project }) =>
      ofFunction(tree, args, project, async (ctx, at) => ({
        json: await deleteFunction(ctx, at),
        text: `Deleted ${at.name}.\n`,
      })),
  });
}
