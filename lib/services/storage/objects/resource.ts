import { z } from "zod";
import type { OpenBucket } from "../access";
import { ContentEncoding } from "../bytes/content-encoding";

const Moment = z.iso.datetime().meta({ example: "2026-01-01T12:00:00.000Z" });
const MAX_METADATA_BYTES = 2_048;

/** PostgreSQL stores no NUL, and no half of a surrogate pair. */
const Text = z.string().refine((text) => text.isWellFormed() && !text.includes("\0"), "must be text");

export const ObjectMetadata = z
  .record(Text.max(100), Text)
  .refine((metadata) => Buffer.byteLength(JSON.stringify(metadata)) <= MAX_METADATA_BYTES, "can have at most 2 kB")
  .meta({ description: "Texts of your own.", example: { alt: "A portrait" } });

/** Accepts media types, with parameters (RFC 9110 section 8.3.1). */
export const ContentType = z
  .string()
  .max(200)
  .regex(
    /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[^"\\\p{Cc}]*"))*$/u,
    "must be a media type",
  )
  .meta({ example: "image/png" });

/** An object as its bucket's owner and those whom its policy lets read it see it. Times are ISO 8601, UTC. */
export const StoredObject = z
  .object({
    key: z.string().meta({ example: "avatars/ada.png" }),
    size: z.int().meta({ description: "Bytes.", example: 48_213 }),
    contentType: z.string().meta({ example: "image/png" }),
    contentEncoding: ContentEncoding.nullable(),
    etag: z.string().meta({ example: '"9f86d081884c7d659a2feaa0c55ad015"' }),
    sha256: z.string().meta({
      description: "Hexadecimal.",
      example: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    }),
    metadata: ObjectMetadata,
    createdAt: Moment,
    updatedAt: Moment.meta({ description: "When the key got these bytes." }),
    url: z.string().nullable().meta({
      description: "The public address, in a public bucket.",
      example: "http://localhost:3000/api/v1/storage/avatars/ada.png",
    }),
  })
  .meta({ id: "StoredObject" });
export type StoredObject = z.infer<typeof StoredObject>;

export const DeletedObject = z
  .object({ deleted: z.literal(true), key: z.string().meta({ example: "avatars/ada.png" }) })
  .meta({ id: "DeletedObject" });

export interface ObjectRow {
  key: string;
  metadata: unknown;
  createdAt: Date;
  updatedAt: Date;
  version: { size: bigint; sha256: Uint8Array; contentType: string; contentEncoding: string | null };
}

/** Reads the input of `toStoredObject`. */
export const OBJECT_COLUMNS = {
  key: true,
  metadata: true,
  createdAt: true,
  updatedAt: true,
  version: {
    select: {
      ...{ id: true, bytesId: true, size: true, sha256: true },
      ...{ contentType: true, contentEncoding: true, isUtf8: true },
    },
  },
} as const;

export function toStoredObject(baseUrl: string, bucket: OpenBucket, row: ObjectRow): StoredObject {
  const { size, sha256, contentType, contentEncoding } = row.version;
  return {
    key: row.key,
    size: Number(size),
    contentType,
    contentEncoding: contentEncoding as StoredObject["contentEncoding"],
    etag: etagOf(sha256),
    sha256: Buffer.from(sha256).toString("hex"),
    metadata: row.metadata as StoredObject["metadata"],
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    url: bucket.isPublic ? publicAddress(baseUrl, bucket, row.key) : null,
  };
}

/** A strong entity tag (RFC 9110 section 8.8.3). */
export function etagOf(sha256: Uint8Array): string {
  return `"${Buffer.from(sha256).toString("hex").slice(0, 32)}"`;
}

export function pathOfKey(key: string): string {
  return key.split("/").map(encodeURIComponent).join("/");
}

function publicAddress(baseUrl: string, { id, publicName }: OpenBucket, key: string): string {
  return `${baseUrl}/api/v1/storage/${publicName ?? id}/${pathOfKey(key)}`;
}
