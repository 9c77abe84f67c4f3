import { z } from "zod";
import { UsageError } from "@/lib/cli/command-line";
import { PAGE } from "@/lib/cli/define/kinds";
import { project } from "@/lib/cli/define/places";
import { teller } from "@/lib/cli/define/teller";
import { formatMoment } from "@/lib/cli/values";
import { ListProjectLogInput, listProjectLog } from "@/lib/services/project-logs/list";
import type { ProjectLogEntry } from "@/lib/services/project-logs/resource";
import { watchProjectLog } from "@/lib/services/project-logs/watch";

const { source, level, status, text, before, limit } = ListProjectLogInput.shape;

export const logsCommand = project.verb("logs", {
  description: "List requests, functions' output, sign-ins and SQL of a project, newest first.",
  examples: ["--follow", "--text req_4k9x2m7q1w8e5r3t6y0u", "--source request --level error --json"],
  input: z.object({ source, level, status, text, before, limit, follow: z.boolean() }),
  options: {
    source: "only entries of this source",
    level: "only entries of this level and above",
    status: "<class>  only requests with such a status",
    text: "an ID, or a part of an operation, error code or message",
    ...PAGE,
    follow: "print the latest entry last, and go on with new ones",
  },
  read: async (given) => {
    if (given.follow && given.before !== undefined) throw new UsageError("--follow and --before can't go together.");
    return given;
  },
  run: async (ctx, { follow, ...input }, call) => {
    if (!follow) return listProjectLog(ctx, input);
    await watchProjectLog(ctx, input, teller(call, lineOf), new AbortController().signal);
    return { items: [], nextCursor: null };
  },
  columns: [
    { "time (UTC)": "at" },
    "source",
    "level",
    "outcome",
    {
      duration: ({ durationMs }) => (durationMs === null ? "-" : `${durationMs} ms`),
      request: ({ requestId }) => requestId || "-",
      message: ({ message }) => message.split("\n", 1)[0] ?? "",
    },
  ],
});

function lineOf({ at, source, level, outcome, requestId, message }: ProjectLogEntry): string {
  const told = message.split("\n", 1)[0] ?? "";
  return `${[formatMoment(at), source.padEnd(8), level.padEnd(7), outcome, requestId || "-", told].join("  ")}\n`;
}
