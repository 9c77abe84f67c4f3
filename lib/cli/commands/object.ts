import { createWriteStream } from "node:fs";
import { access } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { UsageError } from "@/lib/cli/command-line";
import { OBJECT_PAGE } from "@/lib/cli/define/kinds";
import { anywhere, bucket } from "@/lib/cli/define/places";
import { formatTable } from "@/lib/cli/table";
import { formatMoment } from "@/lib/cli/values";
import { byteText } from "@/lib/core/byte-text";
import { claimStore } from "@/lib/services/storage/bytes/claim-store";
import { SignLinksInput, signLinks } from "@/lib/services/storage/links/sign";
import { deleteObject } from "@/lib/services/storage/objects/delete";
import { ListObjectsInput, listObjects } from "@/lib/services/storage/objects/list";
import { openBytes } from "@/lib/services/storage/objects/open-bytes";
import { storeFile } from "@/lib/services/storage/uploads/store-file";

export const commands = [
  bucket.verb("list", {
    description: "List objects, by key.",
    examples: ["", "--folders"],
    input: ListObjectsInput,
    options: {
      prefix: "the start of the keys",
      delimiter: { flags: "--folders", help: "show folders in place of their contents", as: () => "/" },
      ...OBJECT_PAGE,
    },
    run: listObjects,
    print: ({ prefixes, items }) =>
      formatTable(
        ["KEY", "SIZE", "TYPE", "CHANGED (UTC)"],
        [
          ...prefixes.map((prefix) => [prefix, "", "", ""]),
          ...items.map((each) => [each.key, byteText(each.size), each.contentType, formatMoment(each.updatedAt)]),
        ],
      ),
  }),
  bucket.verb("put <key> <file>", {
    description: "Store a file as an object. An object that the key has is replaced.",
    examples: ["ada.png ./ada.png --type image/png"],
    input: z.object({ type: z.string().nullable().default(null) }),
    options: { type: "its media type; by default, that of its bytes or of the key's end" },
    read: async (given) => {
      await access(given.file).catch(() => {
        throw new UsageError(`Can't read ${given.file}.`);
      });
      return given;
    },
    run: (ctx, { type: contentType, ...input }) => storeFile(ctx, { ...input, contentType }),
    print: ({ key, size, contentType }) => `Stored ${key}, ${byteText(size)} of ${contentType}.`,
  }),
  bucket.verb("get <key> <file>", {
    description: "Write an object to a file, which must not exist.",
    examples: ["ada.png ./ada.png"],
    run: async (ctx, { file, ...at }) => {
      const bytes = await openBytes(ctx, at);
      await pipeline(bytes, createWriteStream(file, { flags: "wx", mode: 0o600 })).catch(
        (error: NodeJS.ErrnoException) => {
          throw error.code === "EEXIST" ? new UsageError(`${file} exists already.`) : error;
        },
      );
      return { key: at.key, file };
    },
    print: ({ key, file }) => `Wrote ${key} to ${file}.`,
  }),
  bucket.verb("sign <key>", {
    description: "Print a link that lets anyone read an object until it expires.",
    examples: ["ada.png --seconds 3600"],
    input: SignLinksInput.omit({ keys: true }).extend({
      expiresInSeconds: SignLinksInput.shape.expiresInSeconds.default(600),
    }),
    options: {
      expiresInSeconds: "--seconds <n>  1 to 604800",
      download: { flags: "--download", help: "download the file in place of showing it", as: () => true },
      transform: {
        flags: "--preset <name>",
        help: "the picture that it's made into, by a preset of the bucket",
        as: (preset) => ({ preset }),
      },
    },
    run: async (ctx, { key, ...input }) => {
      const [link] = (await signLinks(ctx, { ...input, keys: [key] })).urls;
      if (!link || "code" in link) throw new UsageError("Object not found.");
      return link;
    },
    print: ({ url }) => url,
  }),
  bucket.verb("delete <key>", {
    description: "Delete an object.",
    examples: ["ada.png"],
    run: deleteObject,
    print: (_deleted, { key }) => `Deleted ${key}.`,
  }),
  anywhere.verb("claim-store", {
    description:
      "Make this installation the owner of its bucket of objects, after a restore. Only the owner deletes from it.",
    run: claimStore,
    print: (isShared) =>
      isShared ? "This installation owns the bucket." : "Objects are in the data folder, which has no other owner.",
  }),
];
