import { z } from "zod";

/** An upload that has not ended, as its bucket's owner sees it. Times are ISO 8601, UTC. */
export const OpenUpload = z
  .object({
    id: z.string().meta({ example: "upl_4k9x2m7q1w8e5r3t6y0u" }),
    key: z.string().meta({ example: "talk.mp4" }),
    size: z
      .int()
      .meta({ description: "The bytes that it will have, for which room is reserved.", example: 104_857_600 }),
    contentType: z.string().nullable().meta({ example: "video/mp4" }),
    createdAt: z.iso.datetime().meta({ example: "2026-01-01T12:00:00.000Z" }),
    expiresAt: z.iso.datetime().meta({ example: "2026-01-02T12:00:00.000Z" }),
  })
  .meta({ id: "OpenUpload" });
export type OpenUpload = z.infer<typeof OpenUpload>;

export const EndedUpload = z
  .object({ ended: z.literal(true), id: z.string().meta({ example: "upl_4k9x2m7q1w8e5r3t6y0u" }) })
  .meta({ id: "EndedUpload" });

interface UploadRow {
  id: string;
  key: string;
  size: bigint;
  contentType: string;
  createdAt: Date;
  expiresAt: Date;
}

export function toOpenUpload({ id, key, size, contentType, createdAt, expiresAt }: UploadRow): OpenUpload {
  return {
    ...{ id, key, size: Number(size), contentType: contentType || null },
    ...{ createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() },
  };
}
