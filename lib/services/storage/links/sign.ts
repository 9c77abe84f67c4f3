import { z } from "zod";
import { addSeconds } from "@/lib/core/add-seconds";
import { ServiceError } from "@/lib/core/errors";
import { type BucketAddress, isVisitor, openForReading } from "../access";
import type { StorageContext } from "../context";
import { ObjectKey } from "../names/key";
import { findObject } from "../objects/find";
import { requestedShape } from "../pictures/requested";
import { PictureShape, PresetReference } from "../pictures/shape";
import { linkTo } from "./address";

const MAX_KEYS = 100;
const MAX_SECONDS = 7 * 24 * 3_600;
/** A user's link outlives their session, so it is short. */
const MAX_USER_SECONDS = 3_600;

export const SignLinksInput = z
  .strictObject({
    keys: z.array(ObjectKey).min(1).max(MAX_KEYS),
    expiresInSeconds: z
      .int()
      .min(1)
      .max(MAX_SECONDS)
      .meta({ description: "A user's token: at most 3600.", example: 600 }),
    download: z
      .union([z.literal(true), z.string().min(1).max(200)])
      .optional()
      .meta({
        description: "Downloads the file, under its own name or this one, in place of showing it.",
        example: true,
      }),
    transform: z
      .union([PresetReference, PictureShape])
      .optional()
      .meta({
        description: "The picture that the object is made into, as far as the bucket's `transforms` allow.",
        example: { preset: "thumbnail" },
      }),
    pinned: z.boolean().default(false).meta({
      description: "The link stays with the current bytes, even if the key is changed.",
      example: false,
    }),
  })
  .meta({ example: { keys: ["avatars/ada.png"], expiresInSeconds: 600 } });
export type SignLinksInput = z.output<typeof SignLinksInput>;

export const SignedLinks = z
  .object({
    urls: z.array(
      z.union([
        z.object({ key: z.string(), url: z.string(), expiresAt: z.iso.datetime() }),
        z.object({ key: z.string(), code: z.literal("object_not_found") }),
      ]),
    ),
  })
  .meta({
    id: "SignedLinks",
    example: {
      urls: [
        {
          key: "avatars/ada.png",
          url: "http://127.0.0.1:3001/b/bkt_4k9x2m7q1w8e5r3t6y0u/avatars/ada.png?e=1767269400&k=k1&s=…",
          expiresAt: "2026-01-01T12:10:00.000Z",
        },
      ],
    },
  });
type Link = z.infer<typeof SignedLinks>["urls"][number];

/** Returns a link for each key that the caller may read, in their order. */
export async function signLinks(
  ctx: StorageContext,
  { keys, ...input }: BucketAddress & SignLinksInput,
): Promise<z.infer<typeof SignedLinks>> {
  if (isVisitor(ctx.actor) && input.expiresInSeconds > MAX_USER_SECONDS) {
    throw new ServiceError("invalid_request", `expiresInSeconds: at most ${MAX_USER_SECONDS} for users.`);
  }
  const urls: Link[] = [];
  for (const key of keys) urls.push(await signLink(ctx, input, key));
  return { urls };
}

async function signLink(
  ctx: StorageContext,
  { expiresInSeconds, download, transform, pinned, ...at }: Omit<BucketAddress & SignLinksInput, "keys">,
  key: string,
): Promise<Link> {
  try {
    const bucket = await openForReading(ctx, at, "read", key);
    const { version } = await findObject(ctx, bucket.id, key);
    const expiresAt = addSeconds(ctx.clock.now(), expiresInSeconds);
    const name = download === true ? fileNameOf(key) : download;
    const target = pinned ? { versionId: version.id, fileName: fileNameOf(key) } : { bucketId: bucket.id, key };
    const picture = transform && requestedShape(bucket, transform);
    const url = linkTo(ctx, target, { expiresAt, download: name, picture });
    return { key, url, expiresAt: expiresAt.toISOString() };
  } catch (error) {
    if (error instanceof ServiceError && error.code === "object_not_found") return { key, code: error.code };
    throw error;
  }
}

/** Returns the last segment of a key. */
export function fileNameOf(key: string): string {
  return key.slice(key.lastIndexOf("/") + 1);
}
