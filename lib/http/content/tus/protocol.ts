import type { IncomingMessage } from "node:http";
import { ServiceError } from "@/lib/core/errors";
import { CHECKSUM_ALGORITHMS } from "@/lib/services/storage/uploads/part-checksum";

/** The version of tus that is spoken here: https://tus.io/protocols/resumable-upload */
const TUS_VERSION = "1.0.0";
const PART_TYPE = "application/offset+octet-stream";

/** Those of tus, and GET and PUT, which are the service's own. */
export const UPLOAD_METHODS = ["POST", "HEAD", "PATCH", "DELETE", "PUT", "GET", "OPTIONS"] as const;

/** Every answer has these header fields. */
export const TUS_HEADERS = { "Tus-Resumable": TUS_VERSION, "Cache-Control": "no-store" } as const;

/** The versions and extensions spoken here, for clients that ask before they send. */
export const TUS_ABILITIES = {
  "Tus-Version": TUS_VERSION,
  "Tus-Extension": "creation,creation-with-upload,termination,expiration,checksum",
  "Tus-Checksum-Algorithm": CHECKSUM_ALGORITHMS.join(","),
} as const;

/** Returns the method that a request is to be taken for: some proxies let only GET and POST through. */
export function methodOf({ method = "GET", headers }: IncomingMessage): string {
  return headers["x-http-method-override"]?.toString().toUpperCase() ?? method;
}

/** Throws `unsupported_version`. */
export function requireVersion({ headers }: IncomingMessage): void {
  if (headers["tus-resumable"] === TUS_VERSION) return;
  throw new ServiceError("unsupported_version", `Tus-Resumable must be ${TUS_VERSION}.`, {
    headers: { "Tus-Version": TUS_VERSION },
  });
}

export function isPart({ headers }: IncomingMessage): boolean {
  return headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() === PART_TYPE;
}

/** Throws `unsupported_media_type`. */
export function requirePart(request: IncomingMessage): void {
  if (!isPart(request)) throw new ServiceError("unsupported_media_type", `A part must be sent as ${PART_TYPE}.`);
}

/** Reads a header field that is a number of bytes. Throws `invalid_request`. */
export function bytesIn({ headers }: IncomingMessage, name: "Upload-Offset" | "Upload-Length"): number {
  const value = headers[name.toLowerCase()]?.toString() ?? "";
  if (/^\d{1,15}$/.test(value)) return Number(value);
  throw new ServiceError("invalid_request", `${name} must be a number of bytes.`);
}

/** Throws `invalid_request` for requests of extensions of tus that aren't spoken here. */
export function requireSpoken({ headers }: IncomingMessage): void {
  if (headers["upload-concat"] !== undefined) {
    throw new ServiceError(
      "invalid_request",
      "An upload can't be joined of several. Send it as one (parallelUploads: 1).",
    );
  }
  if (headers["upload-defer-length"] !== undefined) {
    throw new ServiceError("invalid_request", "The size must be known at the start (Upload-Length).");
  }
}

/** Returns the fields of Upload-Metadata. Throws `invalid_request`. */
export function metadataIn({ headers }: IncomingMessage): Record<string, string> {
  const sent = headers["upload-metadata"]?.toString().trim() ?? "";
  const pairs = sent === "" ? [] : sent.split(",").map((pair) => metadataPair(pair.trim()));
  const fields = Object.fromEntries(pairs);
  if (Object.keys(fields).length === pairs.length) return fields;
  throw new ServiceError("invalid_request", "Upload-Metadata names a field twice.");
}

function metadataPair(pair: string): [name: string, value: string] {
  const [, name, encoded = ""] = /^([\x21-\x2b\x2d-\x7e]+)(?: +([A-Za-z0-9+/]*={0,2}))?$/.exec(pair) ?? [];
  const value = name === undefined ? null : textOf(encoded);
  if (name !== undefined && value !== null) return [name, value];
  throw new ServiceError("invalid_request", "Upload-Metadata must have names and texts of UTF-8 in Base64.");
}

function textOf(encoded: string): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(encoded, "base64"));
  } catch {
    return null;
  }
}
