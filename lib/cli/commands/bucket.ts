import { readFile } from "node:fs/promises";
import { type Command, Option } from "commander";
import { type CommandResult, UsageError } from "@/lib/cli/command-line";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatFields, formatTable } from "@/lib/cli/table";
import { formatMoment, parseSize } from "@/lib/cli/values";
import { byteText } from "@/lib/core/byte-text";
import type { BucketAddress } from "@/lib/services/storage/access";
import { CreateBucketInput, createBucket } from "@/lib/services/storage/buckets/create";
import { deleteBucket } from "@/lib/services/storage/buckets/delete";
import { listBuckets } from "@/lib/services/storage/buckets/list";
import type { Bucket } from "@/lib/services/storage/buckets/resource";
import { showBucket } from "@/lib/services/storage/buckets/show";
import { UpdateBucketInput, updateBucket } from "@/lib/services/storage/buckets/update";
import type { StorageContext } from "@/lib/services/storage/context";
import { TRANSFORMS } from "@/lib/services/storage/pictures/shape";
import { findProject } from "@/lib/sign-in/projects/find";

export interface ProjectOption {
  project: string;
}

interface Settings {
  public?: boolean;
  maxObject?: number;
  types?: string;
  cacheSeconds?: string;
  policy?: string;
  transforms?: string;
  presets?: string;
}

/** Adds the commands for the buckets of a project. */
export function addBucketCommands(tree: CommandTree, noun: Command): void {
  addVerb<ProjectOption>(tree, noun, {
    usage: "list",
    description: "List a project's buckets, by name.",
    examples: ["coppice bucket list --project Shop"],
    options: withProject,
    run: (_args, { project }) => tree.line.withSession(({ ctx }) => list(ctx, project)),
  });
  addWriting(
    tree,
    noun,
    "create <bucket>",
    "Create a bucket. It's private, unless --public is given.",
    async (ctx, at, settings) => {
      const made = await createBucket(ctx, {
        ...CreateBucketInput.parse({ ...settings, name: at.bucket }),
        projectId: at.projectId,
      });
      return { json: made, text: `Created ${made.name} (${made.id}).\n` };
    },
  );
  addWriting(tree, noun, "set <bucket>", "Change the given settings of a bucket.", async (ctx, at, settings) => {
    const changed = await updateBucket(ctx, { ...UpdateBucketInput.parse(settings), ...at });
    return { json: changed, text: `Changed ${changed.name}.\n` };
  });
  addOne(tree, noun, "show", "Show a bucket and its policy.", async (ctx, at) => {
    const bucket = await showBucket(ctx, at);
    return { json: bucket, text: fieldsOf(bucket) };
  });
  addOne(tree, noun, "delete", "Delete an empty bucket.", async (ctx, at) => {
    return { json: await deleteBucket(ctx, at), text: `Deleted ${at.bucket}.\n` };
  });
}

export function withProject(command: Command): Command {
  return command.requiredOption("--project <project>", "the project");
}

async function list(ctx: StorageContext, project: string): Promise<CommandResult> {
  const page = await listBuckets(ctx, await findProject(ctx, project));
  const rows = page.items.map(({ id, name, public: isPublic, createdAt }) => {
    return [id, name, isPublic ? "public" : "private", formatMoment(createdAt)];
  });
  return { json: page, text: formatTable(["id", "name", "access", "created (UTC)"], rows) };
}

type Work<Input extends unknown[]> = (
  ctx: StorageContext,
  at: BucketAddress,
  ...input: Input
) => Promise<CommandResult>;

function addOne(tree: CommandTree, noun: Command, verb: string, description: string, work: Work<[]>): void {
  addVerb<ProjectOption>(tree, noun, {
    usage: `${verb} <bucket>`,
    description,
    examples: [`coppice bucket ${verb} avatars --project Shop`],
    options: withProject,
    run: (args, { project }) =>
      tree.line.withSession(async ({ ctx }) =>
        work(ctx, { projectId: (await findProject(ctx, project)).projectId, bucket: argument(args, 0) }),
      ),
  });
}

function addWriting(
  tree: CommandTree,
  noun: Command,
  usage: string,
  description: string,
  work: Work<[settings: Record<string, unknown>]>,
): void {
  const verb = usage.split(" ", 1)[0] ?? "";
  addVerb<ProjectOption & Settings>(tree, noun, {
    usage,
    description,
    examples: [`coppice bucket ${verb} avatars --project Shop --public --types image/* --max-object 5M`],
    options: (command) =>
      withProject(command)
        .option("--public", "anyone may read its objects")
        .option("--no-public", "only with a key, a link or by the policy")
        .option("--max-object <size>", "the largest object, such as 50M", parseSize)
        .option("--types <types>", "the types of objects, separated by commas, such as image/*,application/pdf")
        .option("--cache-seconds <seconds>", "how long browsers may keep a public object")
        .option("--policy <file>", "a file with the policy, in JSON")
        .addOption(new Option("--transforms <which>", "which pictures are made").choices(TRANSFORMS))
        .option("--presets <file>", "a file with the shapes of pictures by name, in JSON"),
    run: async (args, { project, ...options }) => {
      const settings = await settingsOf(options);
      return tree.line.withSession(async ({ ctx }) =>
        work(ctx, { projectId: (await findProject(ctx, project)).projectId, bucket: argument(args, 0) }, settings),
      );
    },
  });
}

async function settingsOf(settings: Settings) {
  const { public: isPublic, maxObject, types, cacheSeconds, policy, transforms, presets } = settings;
  return {
    ...(isPublic !== undefined && { public: isPublic }),
    ...(maxObject !== undefined && { maxObjectBytes: maxObject }),
    ...(types !== undefined && { allowedTypes: types.split(",").map((type) => type.trim()) }),
    ...(cacheSeconds !== undefined && { cacheSeconds: Number(cacheSeconds) }),
    ...(policy !== undefined && { policy: await readJsonFile(policy) }),
    ...(transforms !== undefined && { transforms }),
    ...(presets !== undefined && { presets: await readJsonFile(presets) }),
  };
}

async function readJsonFile(file: string): Promise<unknown> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new UsageError(`Can't read ${file}.`);
  });
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${file} isn't JSON.`);
  }
}

function fieldsOf(bucket: Bucket): string {
  return formatFields([
    ["id", bucket.id],
    ["name", bucket.name],
    ["access", bucket.public ? "public" : "private"],
    ["public name", bucket.publicName ?? "-"],
    ["largest object", bucket.maxObjectBytes === null ? "the plan's" : byteText(bucket.maxObjectBytes)],
    ["types", bucket.allowedTypes.join(", ") || "every type"],
    ["kept by browsers", `${bucket.cacheSeconds} s`],
    ["pictures", bucket.transforms],
    ["presets", Object.keys(bucket.presets).join(", ") || "-"],
    ["created (UTC)", formatMoment(bucket.createdAt)],
    ...bucket.policy.map(({ prefix, allow, to }, i): [string, string] => [
      `rule ${i}`,
      `${to} may ${allow.join(", ") || "do nothing"} below ${JSON.stringify(prefix)}`,
    ]),
  ]);
}
