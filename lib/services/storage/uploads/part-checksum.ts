import { createHash } from "node:crypto";
import { Transform } from "node:stream";
import { ServiceError } from "@/lib/core/errors";

/** The length of their digests, in bytes. */
const DIGEST_BYTES: Readonly<Record<string, number>> = { sha1: 20, sha256: 32, md5: 16 };
export const CHECKSUM_ALGORITHMS = Object.keys(DIGEST_BYTES);

/** The hash that a part of an upload must have. */
export interface PartChecksum {
  algorithm: string;
  digest: Buffer;
}

/** Reads `Upload-Checksum`: the name of an algorithm and a digest in Base64. Throws `invalid_request`. */
export function parseChecksum(text: string | null): PartChecksum | null {
  if (text === null) return null;
  const [, algorithm = "", encoded = ""] = /^([a-z0-9]+) ([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const digest = Buffer.from(encoded, "base64");
  if (digest.byteLength > 0 && digest.byteLength === DIGEST_BYTES[algorithm]) return { algorithm, digest };
  const names = CHECKSUM_ALGORITHMS.join(", ");
  throw new ServiceError("invalid_request", `Upload-Checksum must be one of ${names} and the digest in Base64.`);
}

/** Lets a part through that has its checksum. At the end of another it fails with `part_mismatch`. */
export function checkPart({ algorithm, digest }: PartChecksum): Transform {
  const hash = createHash(algorithm);
  return new Transform({
    transform(chunk: Buffer, _, callback) {
      hash.update(chunk);
      callback(null, chunk);
    },
    flush(callback) {
      const message = "The part doesn't have the hash that Upload-Checksum says. Send it again.";
      callback(hash.digest().equals(digest) ? null : new ServiceError("part_mismatch", message));
    },
  });
}
