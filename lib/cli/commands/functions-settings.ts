import type { Command } from "commander";
import { UsageError } from "@/lib/cli/command-line";
import { addVerb, type CommandTree } from "@/lib/cli/subcommand";
import { formatTable } from "@/lib/cli/table";
import { formatMoment } from "@/lib/cli/values";
import type { ProjectFunction } from "@/lib/services/functions/resource";
import { deleteSecret } from "@/lib/services/functions/secrets/delete";
import { listSecrets } from "@/lib/services/functions/secrets/list";
import { SetSecretInput, setSecret } from "@/lib/services/functions/secrets/set";
import { showFunction } from "@/lib/services/functions/show";
import { UpdateFunctionInput, updateFunction } from "@/lib/services/functions/update";
import { findProject } from "@/lib/sign-in/projects/find";
import { type ProjectOption, withProject } from "./bucket";
import { ofFunction } from "./functions-named";

export function addFunctionSecrets(tree: CommandTree, noun: Command): void {
  addVerb<ProjectOption & { set?: string; delete?: string }>(tree, noun, {
    usage: "secrets",
    description: "List the secrets of a project's functions, set one from standard input, or delete one.",
    examples: [
      "coppice functions secrets --project Shop",
      "coppice functions secrets --project Shop --set STRIPE_KEY < key.txt",
      "coppice functions secrets --project Shop --delete STRIPE_KEY",
    ],
    options: (command) =>
      withProject(command)
        .option("--set <name>", "set this one to the text on standard input")
        .option("--delete <name>", "delete this one"),
    run: async (_args, options) => {
      if (options.set !== undefined && options.delete !== undefined) throw new UsageError("Set or delete, not both.");
      const value =
        options.set === undefined ? "" : new TextDecoder().decode(await tree.line.readInput()).replace(/\r?\n$/, "");
      return tree.line.withSession(async ({ ctx }) => {
        const { projectId } = await findProject(ctx, options.project);
        if (options.set !== undefined) {
          await setSecret(ctx, { projectId, name: options.set, ...SetSecretInput.parse({ value }) });
        }
        if (options.delete !== undefined) await deleteSecret(ctx, { projectId, name: options.delete });
        const page = await listSecrets(ctx, { projectId });
        const rows = page.items.map(({ name, digest, updatedAt }) => [name, digest, formatMoment(updatedAt)]);
        return { json: page, text: formatTable(["NAME", "SHA-256", "CHANGED (UTC)"], rows) };
      });
    },
  });
}

interface ScheduleOptions extends ProjectOption {
  cron?: string[];
  timezone: string;
  clear?: boolean;
}

export function addFunctionSchedule(tree: CommandTree, noun: Command): void {
  addVerb<ScheduleOptions>(tree, noun, {
    usage: "schedule <function>",
    description: "Show when the service calls a function, or set it.",
    examples: [
      "coppice functions schedule report --project Shop",
      'coppice functions schedule report --project Shop --cron "0 8 * * 1-5" --timezone Europe/Berlin',
      "coppice functions schedule report --project Shop --clear",
    ],
    options: (command) =>
      withProject(command)
        .option("--cron <cron...>", "minute, hour, day of the month, month, day of the week")
        .option("--timezone <zone>", "the time zone of these", "UTC")
        .option("--clear", "remove all schedules"),
    run: (args, { project, cron, timezone, clear = false }) =>
      ofFunction(tree, args, project, async (ctx, at) => {
        const wanted = clear ? [] : cron?.map((each) => ({ cron: each, timezone }));
        const changed =
          wanted === undefined
            ? await showFunction(ctx, at)
            : await updateFunction(ctx, { ...at, ...UpdateFunctionInput.parse({ schedules: wanted }) });
        return { json: { schedules: changed.schedules }, text: tableOf(changed) };
      }),
  });
}

function tableOf({ schedules }: ProjectFunction): string {
  const rows = schedules.map(({ cron, timezone, enabled, nextRunAt }) => [
    ...[cron, timezone, enabled ? "on" : "off", formatMoment(nextRunAt)],
  ]);
  return formatTable(["CRON", "TIME ZONE", "", "NEXT (UTC)"], rows);
}
