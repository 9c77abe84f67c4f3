import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatFields } from "@/lib/cli/table";
import { formatMoment, formatSize } from "@/lib/cli/values";
import { getProjectUsage } from "@/lib/services/usage/get";
import type { ProjectUsage } from "@/lib/services/usage/resource";
import { UsageWindowInput } from "@/lib/services/usage/window";
import { findProject } from "@/lib/sign-in/projects/find";

/** Adds the command that shows a project's use of its plan. */
export function addUsageCommand(tree: CommandTree, noun: Parameters<typeof addVerb>[1]): void {
  addVerb<{ from?: string; until?: string }>(tree, noun, {
    usage: "usage <project>",
    description: "Show the usage of a project: this month, or in a period of at most 400 days.",
    examples: ["coppice project usage Shop", "coppice project usage Shop --from 2026-10-01 --until 2026-11-01"],
    options: (command) =>
      command
        .option("--from <time>", "ISO 8601; by default the start of this month, UTC")
        .option("--until <time>", "ISO 8601; by default now"),
    run: async (args, options) => {
      const asked = UsageWindowInput.parse(options);
      const usage = await tree.line.withSession(async ({ ctx }) => {
        const { projectId } = await findProject(ctx, argument(args, 0));
        return getProjectUsage(ctx, { projectId, ...asked });
      });
      return { json: usage, text: textOf(usage) };
    },
  });
}

const count = (value: number) => value.toLocaleString("en");

function textOf({ from, until, storage, realtime, ...usage }: ProjectUsage): string {
  return formatFields([
    ["from (UTC)", formatMoment(from)],
    ["until (UTC)", formatMoment(until)],
    [
      "invocations",
      `${count(usage.invocationCount)}, ${count(usage.errorCount)} failed, ${count(usage.totalDurationMs)} ms`,
    ],
    ...usage.byFunction.map(({ name, invocationCount, totalDurationMs }): [string, string] => [
      `  ${name}`,
      `${count(invocationCount)}, ${count(totalDurationMs)} ms`,
    ]),
    [
      "storage",
      `${formatSize(storage.usedBytes)} of ${formatSize(storage.limitBytes)} in ${count(storage.objectCount)} objects`,
    ],
    ["realtime", `${count(realtime.connectionSeconds)} of ${count(realtime.limit)} connection seconds a month`],
    ["egress", formatSize(usage.egressBytes)],
  ]);
}
