import { z } from "zod";
import { BucketName } from "../names/bucket-name";
import { DEFAULT_PRESETS, Presets, TRANSFORMS, type Transforms } from "../pictures/shape";
import { Policy } from "../policy/rules";
import { MAX_BYTES } from "../size";

const Moment = z.iso.datetime().meta({ example: "2026-01-01T12:00:00.000Z" });
const MAX_CACHE_SECONDS = 31_536_000;

export const MediaTypePattern = z
  .string()
  .max(127)
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9!#$&^_.+-]*\/(?:\*|[a-z0-9][a-z0-9!#$&^_.+-]*)$/, "must be like image/png or image/*")
  .meta({ example: "image/*" });

/** The fields that an owner sets. */
export const BUCKET_FIELDS = {
  public: z.boolean().meta({
    description: "Whether anyone may read its objects, without a key.",
    example: false,
    form: {
      label: "Public",
      note: "Anyone can read its objects, without a key. Listing and changing them stays with you and the policy.",
    },
  }),
  maxObjectBytes: z
    .int()
    .min(1)
    .max(MAX_BYTES)
    .nullable()
    .meta({
      description: "The largest object, up to the plan's limit.",
      example: 5_242_880,
      form: {
        label: "Largest object",
        unit: "MB",
        kind: "megabytes",
        note: "Empty for the plan's limit",
        fault: "Enter a size in MB, or leave it empty.",
      },
    }),
  allowedTypes: z
    .array(MediaTypePattern)
    .max(50)
    .meta({
      description: "The types of objects. Empty for every type.",
      example: ["image/*"],
      form: {
        label: "Allowed types",
        note: "With commas between them. Empty for every type",
        placeholder: "image/*, application/pdf",
        fault: "Enter types such as image/png or image/*, with commas between them.",
      },
    }),
  cacheSeconds: z
    .int()
    .min(0)
    .max(MAX_CACHE_SECONDS)
    .meta({
      description: "How long browsers and proxies may keep a public object.",
      example: 3600,
      form: { label: "Cache time", unit: "seconds", fault: "Enter a number of seconds, up to a year." },
    }),
  policy: Policy,
  transforms: z.enum(TRANSFORMS).meta({
    description:
      "Which pictures are made of its objects: none, those of its presets, or any that a signed link asks for.",
    example: "presets",
    form: {
      label: "Pictures",
      note: "The forms that images are made into when they're asked for",
      choices: { off: "None", presets: "The bucket's presets", any: "Presets, and any size by signed links" },
    },
  }),
  presets: Presets,
};

/** The fields with the defaults of a new bucket. */
export const NEW_BUCKET_FIELDS = {
  public: BUCKET_FIELDS.public.default(false),
  maxObjectBytes: BUCKET_FIELDS.maxObjectBytes.default(null),
  allowedTypes: BUCKET_FIELDS.allowedTypes.default([]),
  cacheSeconds: BUCKET_FIELDS.cacheSeconds.default(3_600),
  policy: BUCKET_FIELDS.policy.default([]),
  transforms: BUCKET_FIELDS.transforms
    .optional()
    .meta({ description: "By default, `presets` if the bucket is public." }),
  presets: BUCKET_FIELDS.presets.default(DEFAULT_PRESETS),
};

/** A collection of objects. Times are ISO 8601, UTC. */
export const Bucket = z
  .object({
    id: z.string().meta({ example: "bkt_4k9x2m7q1w8e5r3t6y0u" }),
    name: BucketName,
    ...BUCKET_FIELDS,
    publicName: z.string().nullable().meta({
      description:
        "Its name in public addresses, where no other project's public bucket had it first. Its ID works as well.",
      example: null,
    }),
    createdAt: Moment,
    updatedAt: Moment,
  })
  .meta({ id: "Bucket" });
export type Bucket = z.infer<typeof Bucket>;

export const BucketList = z.object({ items: z.array(Bucket) }).meta({ id: "BucketList" });

export const DeletedBucket = z
  .object({ deleted: z.literal(true), id: z.string().meta({ example: "bkt_4k9x2m7q1w8e5r3t6y0u" }) })
  .meta({ id: "DeletedBucket" });

interface BucketRow {
  id: string;
  name: string;
  isPublic: boolean;
  publicName: string | null;
  maxObjectBytes: bigint | null;
  allowedTypes: string[];
  policy: unknown;
  transforms: string;
  presets: unknown;
  cacheSeconds: number;
  createdAt: Date;
  updatedAt: Date;
}

export function toBucket(row: BucketRow): Bucket {
  return {
    id: row.id,
    name: row.name,
    public: row.isPublic,
    maxObjectBytes: row.maxObjectBytes === null ? null : Number(row.maxObjectBytes),
    allowedTypes: row.allowedTypes,
    policy: row.policy as Policy,
    transforms: row.transforms as Transforms,
    presets: row.presets as Presets,
    cacheSeconds: row.cacheSeconds,
    publicName: row.publicName,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
