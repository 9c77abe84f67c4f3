import { z } from "zod";
import { UsageError } from "@/lib/cli/command-line";
import { project } from "@/lib/cli/define/places";
import { table } from "@/lib/cli/define/print";
import { verb } from "@/lib/cli/define/verb";
import { formatMoment, jsonLine } from "@/lib/cli/values";
import { ListProjectLogInput, listProjectLog } from "@/lib/services/project-logs/list";
import type { ProjectLogEntry } from "@/lib/services/project-logs/resource";
import { watchProjectLog } from "@/lib/services/project-logs/watch";

const { source, level, status, text, before, limit } = ListProjectLogInput.shape;

export const logsCommand = verb({
  usage: "logs",
  description: "List requests, functions' output, sign-ins and SQL of a project, newest first.",
  examples: ["--follow", "--text req_4k9x2m7q1w8e5r3t6y0u", "--source request --level error --json"],
  place: project,
  input: z.object({ source, level, status, text, before, limit, follow: z.boolean() }),
  options: {
    source: { help: "only entries of this source" },
    level: { help: "only entries of this level and above" },
    status: { flags: "--status <class>", help: "only requests with such a status" },
    text: { help: "an ID, or a part of an operation, error code or message" },
    before: { flags: "--before <cursor>", help: "continue where the previous list ended" },
    limit: { flags: "--limit <n>", help: "1 to 1000" },
    follow: { help: "print the latest entry last, and go on with new ones" },
  },
  read: async (given) => {
    if (given.follow && given.before !== undefined) throw new UsageError("--follow and --before can't go together.");
    return given;
  },
  run: async (ctx, { follow, ...input }, { line, asJson }) => {
    if (!follow) return listProjectLog(ctx, input);
    const textOf = asJson ? jsonLine : lineOf;
    const tell = async (entry: ProjectLogEntry | null) => void (entry && line.write(textOf(entry)));
    await watchProjectLog(ctx, input, tell, new AbortController().signal);
    return { items: [], nextCursor: null };
  },
  print: table<ProjectLogEntry>({
    ...{ "time (UTC)": "at", source: "source", level: "level", outcome: "outcome" },
    duration: ({ durationMs }) => (durationMs === null ? "-" : `${durationMs} ms`),
    request: ({ requestId }) => requestId || "-",
    message: ({ message }) => message.split("\n", 1)[0] ?? "",
  }),
});

function lineOf({ at, source, level, outcome, requestId, message }: ProjectLogEntry): string {
  const told = message.split("\n", 1)[0] ?? "";
  return `${[formatMoment(at), source.padEnd(8), level.padEnd(7), outcome, requestId || "-", told].join("  ")}\n`;
}
