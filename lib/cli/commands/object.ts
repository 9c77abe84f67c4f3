import { createWriteStream } from "node:fs";
import { access } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { type Command, Option } from "commander";
import { type CommandResult, UsageError } from "@/lib/cli/command-line";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatTable } from "@/lib/cli/table";
import { formatMoment, parsePageSize, parseWholeNumber } from "@/lib/cli/values";
import { byteText } from "@/lib/core/byte-text";
import type { BucketAddress } from "@/lib/services/storage/access";
import type { StorageContext } from "@/lib/services/storage/context";
import { SignLinksInput, signLinks } from "@/lib/services/storage/links/sign";
import { deleteObject } from "@/lib/services/storage/objects/delete";
import { ListObjectsInput, listObjects } from "@/lib/services/storage/objects/list";
import { openBytes } from "@/lib/services/storage/objects/open-bytes";
import { storeFile } from "@/lib/services/storage/uploads/store-file";
import { findProject } from "@/lib/sign-in/projects/find";
import { type ProjectOption, withProject } from "./bucket";

/** Adds the commands for the objects of a bucket. */
export function addObjectCommands(tree: CommandTree, noun: Command): void {
  addList(tree, noun);
  addPut(tree, noun);
  addGet(tree, noun);
  addSign(tree, noun);
  addVerb<ProjectOption>(tree, noun, {
    usage: "delete <bucket> <key>",
    description: "Delete an object.",
    examples: ["coppice object delete avatars ada.png --project Shop"],
    options: withProject,
    run: (args, { project }) =>
      inBucket(tree, args, project, async (ctx, at) => {
        const key = argument(args, 1);
        return { json: await deleteObject(ctx, { ...at, key }), text: `Deleted ${key}.\n` };
      }),
  });
}

function addList(tree: CommandTree, noun: Command): void {
  addVerb<ProjectOption & { prefix?: string; folders?: boolean; cursor?: string; limit: number }>(tree, noun, {
    usage: "list <bucket>",
    description: "List objects, by key.",
    examples: ["coppice object list avatars --project Shop", "coppice object list avatars --project Shop --folders"],
    options: (command) =>
      withProject(command)
        .option("--prefix <prefix>", "the start of the keys")
        .option("--folders", "show folders in place of their contents")
        .option("--cursor <cursor>", "continue where the previous list ended")
        .addOption(new Option("--limit <n>", "1 to 1000").argParser(parsePageSize).default(100)),
    run: (args, { project, folders, ...filter }) =>
      inBucket(tree, args, project, async (ctx, at) => {
        const input = ListObjectsInput.parse({ ...filter, ...(folders && { delimiter: "/" }) });
        const page = await listObjects(ctx, { ...at, ...input });
        const rows = [
          ...page.prefixes.map((prefix) => [prefix, "", "", ""]),
          ...page.items.map(({ key, size, contentType, updatedAt }) => [
            key,
            byteText(size),
            contentType,
            formatMoment(updatedAt),
          ]),
        ];
        const more = page.nextCursor === null ? "" : `More: --cursor ${page.nextCursor}\n`;
        return { json: page, text: formatTable(["key", "size", "type", "changed (UTC)"], rows) + more };
      }),
  });
}

function addPut(tree: CommandTree, noun: Command): void {
  addVerb<ProjectOption & { type?: string }>(tree, noun, {
    usage: "put <bucket> <key> <file>",
    description: "Store a file as an object. An object that the key has is replaced.",
    examples: ["coppice object put avatars ada.png ./ada.png --project Shop --type image/png"],
    options: (command) =>
      withProject(command).option("--type <type>", "its media type; by default, told from its bytes"),
    run: async (args, { project, type = null }) => {
      const file = argument(args, 2);
      await access(file).catch(() => {
        throw new UsageError(`Can't read ${file}.`);
      });
      return inBucket(tree, args, project, async (ctx, at) => {
        const object = await storeFile(ctx, { ...at, key: argument(args, 1), file, contentType: type });
        return { json: object, text: `Stored ${object.key}, ${byteText(object.size)} of ${object.contentType}.\n` };
      });
    },
  });
}

function addGet(tree: CommandTree, noun: Command): void {
  addVerb<ProjectOption>(tree, noun, {
    usage: "get <bucket> <key> <file>",
    description: "Write an object to a file, which must not exist.",
    examples: ["coppice object get avatars ada.png ./ada.png --project Shop"],
    options: withProject,
    run: (args, { project }) =>
      inBucket(tree, args, project, async (ctx, at) => {
        const [key, file] = [argument(args, 1), argument(args, 2)];
        const bytes = await openBytes(ctx, { ...at, key });
        await pipeline(bytes, createWriteStream(file, { flags: "wx", mode: 0o600 })).catch(
          (error: NodeJS.ErrnoException) => {
            throw error.code === "EEXIST" ? new UsageError(`${file} exists already.`) : error;
          },
        );
        return { json: { key, file }, text: `Wrote ${key} to ${file}.\n` };
      }),
  });
}

function addSign(tree: CommandTree, noun: Command): void {
  addVerb<ProjectOption & { seconds: number; download?: boolean; preset?: string }>(tree, noun, {
    usage: "sign <bucket> <key>",
    description: "Print a link that lets anyone read an object until it expires.",
    examples: ["coppice object sign avatars ada.png --project Shop --seconds 3600"],
    options: (command) =>
      withProject(command)
        .addOption(new Option("--seconds <n>", "1 to 604800").argParser(parseWholeNumber).default(600))
        .option("--download", "download the file in place of showing it")
        .option("--preset <name>", "the picture that it's made into, by a preset of the bucket"),
    run: (args, { project, seconds, download, preset }) =>
      inBucket(tree, args, project, async (ctx, at) => {
        const keys = [argument(args, 1)];
        const input = SignLinksInput.parse({
          ...{ keys, expiresInSeconds: seconds },
          ...(download && { download: true }),
          ...(preset !== undefined && { transform: { preset } }),
        });
        const [link] = (await signLinks(ctx, { ...at, ...input })).urls;
        if (!link || "code" in link) throw new UsageError("Object not found.");
        return { json: link, text: `${link.url}\n` };
      }),
  });
}

/** Runs the work of a command whose first argument is a bucket of the project. */
export function inBucket(
  tree: CommandTree,
  args: readonly string[],
  project: string,
  work: (ctx: StorageContext, at: BucketAddress) => Promise<CommandResult>,
): Promise<CommandResult> {
  return tree.line.withSession(async ({ ctx }) =>
    work(ctx, { projectId: (await findProject(ctx, project)).projectId, bucket: argument(args, 0) }),
  );
}
