import { type Command, Option } from "commander";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatTable } from "@/lib/cli/table";
import { formatMoment, parsePageSize } from "@/lib/cli/values";
import { byteText } from "@/lib/core/byte-text";
import { endUploadByOwner } from "@/lib/services/storage/uploads/end-by-owner";
import { listUploads } from "@/lib/services/storage/uploads/list";
import { type ProjectOption, withProject } from "./bucket";
import { inBucket } from "./object";

/** Adds the commands for uploads that have not ended. */
export function addUploadCommands(tree: CommandTree, noun: Command): void {
  addVerb<ProjectOption & { cursor?: string; limit: number }>(tree, noun, {
    usage: "list <bucket>",
    description: "List uploads that have begun and not ended, newest first.",
    examples: ["coppice upload list videos --project Shop"],
    options: (command) =>
      withProject(command)
        .option("--cursor <cursor>", "continue where the previous list ended")
        .addOption(new Option("--limit <n>", "1 to 1000").argParser(parsePageSize).default(100)),
    run: (args, { project, ...page }) =>
      inBucket(tree, args, project, async (ctx, at) => {
        const found = await listUploads(ctx, { ...at, ...page });
        const rows = found.items.map(({ id, key, size, createdAt, expiresAt }) => {
          return [id, key, byteText(size), formatMoment(createdAt), formatMoment(expiresAt)];
        });
        const more = found.nextCursor === null ? "" : `More: --cursor ${found.nextCursor}\n`;
        return { json: found, text: formatTable(["id", "key", "size", "begun (UTC)", "expires (UTC)"], rows) + more };
      }),
  });
  addVerb<ProjectOption>(tree, noun, {
    usage: "end <bucket> <upload>",
    description: "End an upload. The bytes that have arrived are lost, and their room is free.",
    examples: ["coppice upload end videos upl_4k9x2m7q1w8e5r3t6y0u --project Shop"],
    options: withProject,
    run: (args, { project }) =>
      inBucket(tree, args, project, async (ctx, at) => {
        const ended = await endUploadByOwner(ctx, { ...at, uploadId: argument(args, 1) });
        return { json: ended, text: `Ended ${ended.id}.\n` };
      }),
  });
}
