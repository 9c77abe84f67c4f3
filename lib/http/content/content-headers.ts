import { createHash } from "node:crypto";
import { create } from "content-disposition";
import { isShownInPlace, shownType } from "@/lib/services/storage/bytes/media-type";
import type { FollowedLink } from "@/lib/services/storage/links/address";
import type { LinkedVersion } from "@/lib/services/storage/links/find-linked";
import type { ExactShape } from "@/lib/services/storage/pictures/format";
import { shapeText } from "@/lib/services/storage/pictures/shape";

/** The header fields that pages of other sites read of an answer: of an object, of an upload by tus, of a refusal. */
const EXPOSED = [
  ...[
    "Accept-Ranges",
    "Content-Disposition",
    "Content-Encoding",
    "Content-Length",
    "Content-Range",
    "ETag",
    "Last-Modified",
  ],
  ...["Tus-Resumable", "Tus-Version", "Tus-Extension", "Tus-Checksum-Algorithm", "Location"],
  ...["Upload-Offset", "Upload-Length", "Upload-Metadata", "Upload-Expires"],
  ...["Retry-After", "X-Request-Id"],
];

/** Nothing that customers store may run, set anything, or reach anything, with any declared type. */
export const CONTENT_HEADERS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy":
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; img-src 'self'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Referrer-Policy": "no-referrer",
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED.join(", "),
};

/** Returns the header fields with which a version is read by a link. */
export function headersOf(
  version: LinkedVersion,
  link: FollowedLink,
  fileName: string,
  now: Date,
): Record<string, string> {
  return {
    ...CONTENT_HEADERS,
    "Content-Type": shownType(version),
    ...(version.contentEncoding !== null && { "Content-Encoding": version.contentEncoding }),
    "Content-Disposition": dispositionOf(version, link, fileName),
    "Cache-Control": cacheControlOf(version, link, now),
  };
}

function dispositionOf({ contentType }: LinkedVersion, { download }: FollowedLink, fileName: string): string {
  const type = download === null && isShownInPlace(contentType) ? "inline" : "attachment";
  return create(baseNameOf(download) || fileName, { type });
}

/** A name that is asked for is no path, even if it looks like one. */
function baseNameOf(name: string | null): string {
  return name?.split(/[/\\]/).at(-1) ?? "";
}

/** Returns the headers of a picture made from an object, in place of the object's own. */
export function asPicture(version: LinkedVersion, link: FollowedLink, fileName: string, shape: ExactShape) {
  const named = (name: string) => `${name.replace(/\.[^.]*$/, "")}.${shape.format}`;
  return {
    version: {
      ...version,
      ...{ contentType: `image/${shape.format}`, contentEncoding: null },
      sha256: createHash("sha256").update(version.sha256).update(shapeText(shape)).digest(),
    },
    link: { ...link, download: link.download === null ? null : named(baseNameOf(link.download) || fileName) },
    fileName: named(fileName),
  };
}

/** Bytes with an address of their own never change; the object of a key may. */
function cacheControlOf({ publicSeconds }: LinkedVersion, { target, expiresAt }: FollowedLink, now: Date): string {
  if (publicSeconds !== null) return `public, max-age=${publicSeconds}`;
  if ("bucketId" in target) return "private, no-cache";
  const secondsLeft = Math.floor((expiresAt.getTime() - now.getTime()) / 1_000);
  return `private, max-age=${Math.max(0, secondsLeft)}`;
}
