import { type Command, Option } from "commander";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatTable } from "@/lib/cli/table";
import { parsePageSize } from "@/lib/cli/values";
import { STATUS_CLASSES } from "@/lib/services/project-logs/filter";
import { ListProjectLogInput, listProjectLog } from "@/lib/services/project-logs/list";
import { LOG_LEVELS, LOG_SOURCES, type ProjectLogEntry } from "@/lib/services/project-logs/resource";
import { findProject } from "@/lib/sign-in/projects/find";

interface LogsOptions {
  source?: string;
  level?: string;
  status?: string;
  text?: string;
  before?: string;
  limit: number;
}

/** Adds the command that lists the log of a project. */
export function addLogsCommand(tree: CommandTree, noun: Command): void {
  addVerb<LogsOptions>(tree, noun, {
    usage: "logs <project>",
    description: "List requests, functions' output, sign-ins and SQL of a project, newest first.",
    examples: [
      "coppice project logs Shop",
      "coppice project logs Shop --text req_4k9x2m7q1w8e5r3t6y0u",
      "coppice project logs Shop --source request --level error --json",
    ],
    options: (command) =>
      command
        .addOption(new Option("--source <source>", "only entries of this source").choices(LOG_SOURCES))
        .addOption(new Option("--level <level>", "only entries of this level and above").choices(LOG_LEVELS))
        .addOption(new Option("--status <class>", "only requests with such a status").choices(STATUS_CLASSES))
        .option("--text <text>", "an ID, or a part of an operation, error code or message")
        .option("--before <cursor>", "continue where the previous list ended")
        .addOption(new Option("--limit <n>", "1 to 1000").argParser(parsePageSize).default(100)),
    run: async (args, options) => {
      const page = await tree.line.withSession(async ({ ctx }) => {
        const address = await findProject(ctx, argument(args, 0));
        return listProjectLog(ctx, ListProjectLogInput.parse({ ...address, ...options }));
      });
      const more = page.nextCursor === null ? "" : `More: --before ${page.nextCursor}\n`;
      return { json: page, text: tableOf(page.items) + more };
    },
  });
}

function tableOf(entries: readonly ProjectLogEntry[]): string {
  const rows = entries.map(({ at, source, level, outcome, message, durationMs, requestId }) => {
    const duration = durationMs === null ? "-" : `${durationMs} ms`;
    return [at, source, level, outcome, duration, requestId || "-", message.split("\n", 1)[0] ?? ""];
  });
  return formatTable(["time (UTC)", "source", "level", "outcome", "duration", "request", "message"], rows);
}
