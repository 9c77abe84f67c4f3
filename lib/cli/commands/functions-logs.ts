import { type Command, Option } from "commander";
import { addVerb, type CommandTree } from "@/lib/cli/subcommand";
import { formatMoment, parsePageSize } from "@/lib/cli/values";
import { ListFunctionLogsInput, listFunctionLogs } from "@/lib/services/functions/logs/list";
import { type FunctionLogEntry, LOG_LEVELS } from "@/lib/services/functions/logs/resource";
import { watchFunctionLogs } from "@/lib/services/functions/logs/watch";
import { type ProjectOption, withProject } from "./bucket";
import { ofFunction } from "./functions-named";

interface Options extends ProjectOption {
  level?: (typeof LOG_LEVELS)[number];
  invocation?: string;
  since?: string;
  limit: number;
  follow?: boolean;
}

export function addFunctionLogs(tree: CommandTree, noun: Command): void {
  addVerb<Options>(tree, noun, {
    usage: "logs <function>",
    description: "Print the log of a function, the latest line last.",
    examples: [
      "coppice functions logs send-receipt --project Shop --follow",
      "coppice functions logs send-receipt --project Shop --level error --since 2026-01-01T00:00:00Z",
    ],
    options: (command) =>
      withProject(command)
        .addOption(new Option("--level <level>", "entries of this level and above").choices(LOG_LEVELS))
        .option("--invocation <id>", "those of one call, by its X-Coppice-Invocation")
        .option("--since <time>", "ISO 8601")
        .option("--follow", "go on with new entries")
        .addOption(new Option("--limit <n>", "1 to 1000").argParser(parsePageSize).default(100)),
    run: (args, { project, follow = false, ...filter }) =>
      ofFunction(tree, args, project, async (ctx, at) => {
        const input = { ...at, ...ListFunctionLogsInput.parse(filter) };
        if (!follow) {
          const page = await listFunctionLogs(ctx, input);
          return { json: page, text: page.items.toReversed().map(lineOf).join("") };
        }
        const tell = async (entry: FunctionLogEntry | null) => void (entry && tree.line.write(lineOf(entry)));
        await watchFunctionLogs(ctx, input, tell, new AbortController().signal);
        return { json: {}, text: "" };
      }),
  });
}

function lineOf({ at, level, invocation, message }: FunctionLogEntry): string {
  return `${formatMoment(at)}  ${level.padEnd(5)}  ${invocation}  ${message}\n`;
}
