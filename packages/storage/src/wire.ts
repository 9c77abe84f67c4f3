/**
 * An object of a bucket. Times are ISO 8601, UTC.
 *
 * @example
 * const { size, contentType, url }: StoredObject = await avatars.show("ada.png");
 */
export interface StoredObject {
  key: string;
  /** Bytes. */
  size: number;
  contentType: string;
  /** The coding that the bytes are in, which browsers undo. */
  contentEncoding: "gzip" | "br" | "zstd" | null;
  etag: string;
  /** Hexadecimal. */
  sha256: string;
  metadata: Record<string, string>;
  createdAt: string;
  /** When the key got these bytes. */
  updatedAt: string;
  /** The public address, in a public bucket. */
  url: string | null;
}

/**
 * A page of a bucket's objects. `prefixes` are the folders, where the list was asked for with a delimiter.
 *
 * @example
 * const { items, prefixes, nextCursor }: ObjectPage = await files.list({ delimiter: "/" });
 */
export interface ObjectPage {
  items: StoredObject[];
  prefixes: string[];
  /** `cursor` of the next page. */
  nextCursor: string | null;
}

/**
 * A link to an object, or the reason why there is none for the key.
 *
 * @example
 * const [link] = await invoices.sign(["march.pdf"], { expiresInSeconds: 600 });
 * if (link && "url" in link) open(link.url);
 */
export type SignedLink = { key: string; url: string; expiresAt: string } | { key: string; code: "object_not_found" };

/**
 * The shape into which a picture is made. It is never made larger than it is.
 *
 * @example
 * const shape: PictureShape = { w: 400, h: 300, fit: "cover" };
 */
export interface PictureShape {
  /** Pixels, 1 to 4096. */
  w?: number;
  h?: number;
  /** `inside` by default, which keeps the proportions. */
  fit?: "cover" | "contain" | "inside";
  /** `auto` by default: WebP for browsers that read it. */
  format?: "auto" | "webp" | "avif" | "jpeg" | "png";
  /** The quality, 1 to 100; 80 by default. */
  q?: number;
}

/** The service's answer to the start of an upload. */
export interface BegunUpload {
  id: string;
  url: string;
  protocol: "tus";
  maxBytes: number;
  expiresAt: string;
}
