import { z } from "zod";
import { BUCKET_FIELDS } from "@/lib/services/storage/buckets/resource";

const MB = 1024 ** 2;

/** A size in MB, which may have decimals. Empty for no limit. */
export const MegabytesField = z
  .string()
  .trim()
  .max(20)
  .transform((text) => (text === "" ? null : Math.round(Number(text) * MB)))
  .pipe(BUCKET_FIELDS.maxObjectBytes);

/** Types with commas between them. Empty for every type. */
export const AllowedTypesField = z
  .string()
  .max(4_000)
  .transform((text) => text.split(",").flatMap((type) => type.trim() || []))
  .pipe(BUCKET_FIELDS.allowedTypes);

export const CacheSecondsField = z.string().trim().min(1).max(20).transform(Number).pipe(BUCKET_FIELDS.cacheSeconds);
