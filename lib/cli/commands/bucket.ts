import type { Options } from "@/lib/cli/define/options";
import { bucket, inProject } from "@/lib/cli/define/places";
import { fields, table } from "@/lib/cli/define/print";
import { verb } from "@/lib/cli/define/verb";
import { readJsonFile, readList } from "@/lib/cli/read";
import { parseSize } from "@/lib/cli/values";
import { byteText } from "@/lib/core/byte-text";
import { CreateBucketInput, createBucket } from "@/lib/services/storage/buckets/create";
import { deleteBucket } from "@/lib/services/storage/buckets/delete";
import { listBuckets } from "@/lib/services/storage/buckets/list";
import type { Bucket } from "@/lib/services/storage/buckets/resource";
import { showBucket } from "@/lib/services/storage/buckets/show";
import { UpdateBucketInput, updateBucket } from "@/lib/services/storage/buckets/update";

const SETTINGS = {
  public: { help: "anyone may read its objects", no: "only with a key, a link or by the policy" },
  maxObjectBytes: { flags: "--max-object <size>", help: "the largest object, such as 50M", as: parseSize },
  allowedTypes: {
    flags: "--types <types>",
    help: "the types of objects, separated by commas, such as image/*,application/pdf",
    as: readList,
  },
  cacheSeconds: { flags: "--cache-seconds <seconds>" },
  policy: { flags: "--policy <file>", help: "a file with the policy, in JSON", as: readJsonFile },
  transforms: { flags: "--transforms <which>", help: "which pictures are made" },
  presets: { flags: "--presets <file>", help: "a file with the shapes of pictures by name, in JSON", as: readJsonFile },
} satisfies Options;

const SETTINGS_EXAMPLE = "--public --types image/* --max-object 5M";

export const commands = [
  verb({
    usage: "list",
    description: "List a project's buckets, by name.",
    place: inProject,
    run: listBuckets,
    print: table<Bucket>({
      ...{ id: "id", name: "name", access: accessOf, "created (UTC)": "createdAt" },
    }),
  }),
  verb({
    usage: "create <bucket>",
    description: "Create a bucket. It's private, unless --public is given.",
    examples: [`avatars ${SETTINGS_EXAMPLE}`],
    place: inProject,
    input: CreateBucketInput.omit({ name: true }),
    options: SETTINGS,
    run: (ctx, { bucket: name, ...input }) => createBucket(ctx, { ...input, name }),
    print: ({ name, id }) => `Created ${name} (${id}).`,
  }),
  verb({
    usage: "set",
    description: "Change the given settings of a bucket.",
    examples: [SETTINGS_EXAMPLE],
    place: bucket,
    input: UpdateBucketInput,
    options: SETTINGS,
    run: updateBucket,
    print: ({ name }) => `Changed ${name}.`,
  }),
  verb({
    usage: "show",
    description: "Show a bucket and its policy.",
    place: bucket,
    run: showBucket,
    print: fields<Bucket>(
      {
        id: "id",
        name: "name",
        access: accessOf,
        "public name": "publicName",
        "largest object": (it) => (it.maxObjectBytes === null ? "the plan's" : byteText(it.maxObjectBytes)),
        types: (it) => it.allowedTypes.join(", ") || "every type",
        "kept by browsers": (it) => `${it.cacheSeconds} s`,
        pictures: "transforms",
        presets: (it) => Object.keys(it.presets),
        "created (UTC)": "createdAt",
      },
      ({ policy }) =>
        policy.map(({ prefix, allow, to }, i) => [
          `rule ${i}`,
          `${to} may ${allow.join(", ") || "do nothing"} below ${JSON.stringify(prefix)}`,
        ]),
    ),
  }),
  verb({
    usage: "delete",
    description: "Delete an empty bucket.",
    place: bucket,
    run: deleteBucket,
    print: (_deleted, at) => `Deleted ${at.bucket}.`,
  }),
];

function accessOf(each: Bucket): string {
  return each.public ? "public" : "private";
}
