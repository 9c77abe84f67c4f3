import { fileTypeFromBuffer } from "file-type";
import { lookup } from "mime-types";
import { ServiceError } from "@/lib/core/errors";

/** The number of bytes by which their type is told. */
export const SAMPLE_BYTES = 4_100;

const UNKNOWN = "application/octet-stream";

/** The types that browsers may show in place. All others are only ever downloaded, since they could run scripts. */
const SHOWN_IMAGES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"]);
const SHOWN_VIDEOS = new Set(["video/mp4", "video/webm", "video/ogg"]);

export function isShownInPlace(contentType: string): boolean {
  const type = essenceOf(contentType);
  return isShownMedia(type) || type === "text/plain";
}

/** Returns the type with which text is shown: browsers guess the encoding of one that doesn't say it. */
export function shownType({ contentType, isUtf8 }: { contentType: string; isUtf8: boolean }): string {
  const isUnsaid = essenceOf(contentType) === "text/plain" && !/;\s*charset\s*=/i.test(contentType);
  return isUnsaid && isUtf8 ? `${contentType}; charset=utf-8` : contentType;
}

/**
 * Returns the type that the bytes are kept with: the declared one, or if there is none, that of the bytes, or of the end
 * of the key. Bytes that are not the image, sound, video or plain text that they are said to be become
 * `application/octet-stream`.
 */
export async function settleMediaType(declared: string | null, key: string, sample: Uint8Array): Promise<string> {
  const found = (await fileTypeFromBuffer(sample))?.mime.toLowerCase();
  if (declared === null || essenceOf(declared) === UNKNOWN) return found ?? typeOfName(key);
  const type = essenceOf(declared);
  if (!isShownInPlace(type)) return declared;
  return isBelievable(type, found === undefined ? null : essenceOf(found)) ? declared : UNKNOWN;
}

/** Files of text have nothing in their bytes that tells their type; pictures, sound and videos do. */
function typeOfName(key: string): string {
  const type = lookup(key) || UNKNOWN;
  return isShownMedia(type) ? UNKNOWN : type;
}

function isBelievable(type: string, found: string | null): boolean {
  if (type === "text/plain") return found === null;
  if (SHOWN_IMAGES.has(type)) return found === type;
  // Containers such as MP4 and Ogg are told apart only by their content, which a sample may not reach.
  return found !== null && /^(?:audio|video)\//.test(found);
}

/** Throws `type_not_allowed`. */
export function requireAllowedType(allowedTypes: readonly string[], contentType: string): void {
  const type = essenceOf(contentType);
  const isAllowed = allowedTypes.some((allowed) =>
    allowed.endsWith("/*") ? type.startsWith(allowed.slice(0, -1)) : type === allowed,
  );
  if (isAllowed || allowedTypes.length === 0) return;
  const message = `The bucket takes ${allowedTypes.join(", ")}, and this is ${type}.`;
  throw new ServiceError("type_not_allowed", message);
}

function isShownMedia(type: string): boolean {
  return SHOWN_IMAGES.has(type) || SHOWN_VIDEOS.has(type) || type.startsWith("audio/");
}

/** Returns the type without its parameters. */
export function essenceOf(contentType: string): string {
  return (contentType.split(";", 1)[0] ?? "").trim().toLowerCase();
}
