import { essenceOf } from "../bytes/media-type";
import type { PictureShape } from "./shape";

type PictureFormat = Exclude<PictureShape["format"], "auto">;

/** A shape whose format is settled. */
export type ExactShape = PictureShape & { format: PictureFormat };

/** The types that pictures are made of, and the format that each is made into for a reader who knows no WebP. */
const OWN_FORMATS: Readonly<Record<string, PictureFormat>> = {
  "image/jpeg": "jpeg",
  "image/png": "png",
  "image/webp": "webp",
  "image/gif": "png",
  "image/avif": "avif",
};

/** Returns `null` for an object that no picture is made of. `accept` is the reader's header field (RFC 9110 section 12.5.1). */
export function exactShape(shape: PictureShape, contentType: string, accept: string): ExactShape | null {
  const own = OWN_FORMATS[essenceOf(contentType)];
  if (!own) return null;
  if (shape.format !== "auto") return { ...shape, format: shape.format };
  // Programs that read no WebP send a wildcard, too.
  return { ...shape, format: accept.includes("image/webp") ? "webp" : own };
}
