import { percentDecoded } from "@/lib/core/percent-decoded";
import type { StorageContext } from "../context";
import { requireKey } from "../names/key";
import { pathOfKey } from "../objects/resource";
import { type PictureShape, parseShape, shapeText } from "../pictures/shape";

const PURPOSE = "storage-link";
/** Signatures are for reading: GET, HEAD and nothing else. */
const METHODS = "GET";

/** Bytes for good, or the object that a key stands for when the link is followed. */
export type LinkTarget = { versionId: string; fileName: string } | { bucketId: string; key: string };

export interface LinkOptions {
  expiresAt: Date;
  /** The name of the file that the bytes are downloaded as; without one, browsers may show them. */
  download?: string | undefined;
  /** The picture that the bytes are made into. */
  picture?: PictureShape | undefined;
}

/**
 * Returns an address at which anybody may read until it expires. Every part of it is signed: changing one, or adding
 * another, makes it worthless.
 */
export function linkTo(
  { contentUrl, sealer }: Pick<StorageContext, "contentUrl" | "sealer">,
  target: LinkTarget,
  { expiresAt, download, picture }: LinkOptions,
): string {
  const path =
    "versionId" in target
      ? `/o/${target.versionId}/${encodeURIComponent(target.fileName)}`
      : `/b/${target.bucketId}/${pathOfKey(target.key)}`;
  const query = new URLSearchParams({ e: String(Math.floor(expiresAt.getTime() / 1_000)) });
  if (download !== undefined) query.set("d", download);
  if (picture) query.set("t", shapeText(picture));
  // The format of a MAC is known, and addresses are short.
  const [, keyId = "", mac = ""] = sealer.mac(textOf(path, query), PURPOSE).split(".");
  query.set("k", keyId);
  query.set("s", mac);
  return `${contentUrl}${path}?${query}`;
}

export interface FollowedLink {
  target: { versionId: string } | { bucketId: string; key: string };
  expiresAt: Date;
  download: string | null;
  picture: PictureShape | null;
}

/** Throws `invalid_key` for the path of a link to a key that no object can have, whether or not the link holds. */
export function requireLinkableKey(path: string): void {
  const [, encoded] = /^\/b\/[^/]+\/(.+)$/.exec(path) ?? [];
  const key = encoded === undefined ? null : percentDecoded(encoded);
  if (key !== null) requireKey(key);
}

const PARAMETERS = ["e", "d", "t", "k", "s"];

/** Returns the target of a link that holds, and `null` for a made-up, changed or expired one. */
export function followLink({ sealer, clock }: Pick<StorageContext, "sealer" | "clock">, url: URL): FollowedLink | null {
  const query = new URLSearchParams(url.search);
  const names = [...query.keys()];
  if (new Set(names).size !== names.length || names.some((name) => !PARAMETERS.includes(name))) return null;
  const [keyId, mac] = [query.get("k"), query.get("s")];
  for (const name of ["k", "s"]) query.delete(name);
  if (!sealer.isMac(`m1.${keyId}.${mac}`, textOf(url.pathname, query), PURPOSE)) return null;
  const expiresAt = new Date(Number(query.get("e")) * 1_000);
  const target = targetOf(url.pathname);
  if (!target || !(expiresAt > clock.now())) return null;
  const shape = query.get("t");
  const picture = shape === null ? null : parseShape(shape);
  if (shape !== null && !picture) return null;
  return { target, expiresAt, download: query.get("d"), picture };
}

function textOf(path: string, query: URLSearchParams): string {
  const sorted = new URLSearchParams(query);
  sorted.sort();
  return `${METHODS}\n${path}\n${sorted}`;
}

function targetOf(path: string): FollowedLink["target"] | null {
  const [, kind, id = "", rest = ""] = /^\/([ob])\/([^/]+)\/(.+)$/.exec(path) ?? [];
  if (kind === "o") return { versionId: id };
  if (kind === "b") return { bucketId: id, key: decodeURIComponent(rest) };
  return null;
}
