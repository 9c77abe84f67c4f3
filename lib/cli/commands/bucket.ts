import { jsonFile, list, size } from "@/lib/cli/define/kinds";
import type { Options } from "@/lib/cli/define/options";
import { bucket, inProject } from "@/lib/cli/define/places";
import { byteText } from "@/lib/core/byte-text";
import { CreateBucketInput, createBucket } from "@/lib/services/storage/buckets/create";
import { deleteBucket } from "@/lib/services/storage/buckets/delete";
import { listBuckets } from "@/lib/services/storage/buckets/list";
import type { Bucket } from "@/lib/services/storage/buckets/resource";
import { showBucket } from "@/lib/services/storage/buckets/show";
import { UpdateBucketInput, updateBucket } from "@/lib/services/storage/buckets/update";

const SETTINGS = {
  public: { help: "anyone may read its objects", no: "only with a key, a link or by the policy" },
  maxObjectBytes: size("--max-object  the largest object, such as 50M"),
  allowedTypes: list("--types <types>  the types of objects, separated by commas, such as image/*,application/pdf"),
  cacheSeconds: "<seconds>",
  policy: jsonFile("a file with the policy, in JSON"),
  transforms: "<which>  which pictures are made",
  presets: jsonFile("a file with the shapes of pictures by name, in JSON"),
} satisfies Options;

const SETTINGS_EXAMPLE = "--public --types image/* --max-object 5M";

export const commands = [
  inProject.verb("list", {
    description: "List a project's buckets, by name.",
    run: listBuckets,
    columns: ["id", "name", { access: accessOf }, "createdAt"],
  }),
  inProject.verb("create <bucket>", {
    description: "Create a bucket. It's private, unless --public is given.",
    examples: [`avatars ${SETTINGS_EXAMPLE}`],
    input: CreateBucketInput.omit({ name: true }),
    options: SETTINGS,
    run: (ctx, { bucket: name, ...input }) => createBucket(ctx, { ...input, name }),
    print: ({ name, id }) => `Created ${name} (${id}).`,
  }),
  bucket.verb("set", {
    description: "Change the given settings of a bucket.",
    examples: [SETTINGS_EXAMPLE],
    input: UpdateBucketInput,
    options: SETTINGS,
    run: updateBucket,
    print: ({ name }) => `Changed ${name}.`,
  }),
  bucket.verb("show", {
    description: "Show a bucket and its policy.",
    run: showBucket,
    columns: [
      "id",
      "name",
      { access: accessOf },
      "publicName",
      {
        "largest object": (it) => (it.maxObjectBytes === null ? "the plan's" : byteText(it.maxObjectBytes)),
        types: (it) => it.allowedTypes.join(", ") || "every type",
        "kept by browsers": (it) => `${it.cacheSeconds} s`,
        pictures: "transforms",
        presets: (it) => Object.keys(it.presets),
      },
      "createdAt",
    ],
    lines: ({ policy }) =>
      policy.map(({ prefix, allow, to }, i) => [
        `rule ${i}`,
        `${to} may ${allow.join(", ") || "do nothing"} below ${JSON.stringify(prefix)}`,
      ]),
  }),
  bucket.verb("delete", {
    description: "Delete an empty bucket.",
    run: deleteBucket,
    print: (_deleted, at) => `Deleted ${at.bucket}.`,
  }),
];

function accessOf(each: Bucket): string {
  return each.public ? "public" : "private";
}
