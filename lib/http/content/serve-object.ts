import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { basename, dirname } from "node:path";
import { LRUCache } from "lru-cache";
import send from "send";
import { ServiceError } from "@/lib/core/errors";
import type { StorageContext } from "@/lib/services/storage/context";
import { type FollowedLink, followLink } from "@/lib/services/storage/links/address";
import { findLinked, type LinkedVersion } from "@/lib/services/storage/links/find-linked";
import type { UsageRecorder } from "@/lib/services/usage/recorder";
import { dispositionOf, headersOf } from "./content-headers";

interface ContentContext extends StorageContext {
  usage: UsageRecorder;
}

/** A deletion or a suspension is noticed after this time at the latest. */
const LOOK_UP_MILLISECONDS = 2_000;
const MAX_LOOK_UPS = 20_000;
const MEMORY_BYTES = 64 * 1024 ** 2;
/** Reading a file costs more than all else in an answer of this size. */
const SMALL_BYTES = 64 * 1024;

/** Answers links to objects. Many requests for one object ask the database once. */
export class ObjectServer {
  readonly #found = new LRUCache<string, Promise<LinkedVersion | null>>({
    max: MAX_LOOK_UPS,
    ttl: LOOK_UP_MILLISECONDS,
  });
  readonly #small = new LRUCache<string, Buffer>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ byteLength }) => Math.max(1, byteLength),
  });

  /** Throws `invalid_link`, `object_not_found`, `method_not_allowed`. */
  async answer(ctx: ContentContext, request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    if (request.method !== "GET" && request.method !== "HEAD") {
      throw new ServiceError("method_not_allowed", "Links are for GET and HEAD.", { headers: { Allow: "GET, HEAD" } });
    }
    const link = followLink(ctx, url);
    if (!link) throw new ServiceError("invalid_link", "The link isn't valid, or has expired. Get a new one.");
    const version = await this.#find(ctx, link.target);
    if (!version) throw notFound();
    const fileName = decodeURIComponent(url.pathname.slice(url.pathname.lastIndexOf("/") + 1));
    const headers = headersOf(version, link, fileName, ctx.clock.now());
    const { contentType } = version;
    countBytes(ctx, version.projectId, response);
    const place = await ctx.objects.locate(version.bytesId, {
      contentType,
      disposition: dispositionOf(version, link, fileName),
    });
    if ("url" in place) {
      response.writeHead(302, { ...headers, Location: place.url, "Cache-Control": "private, no-store" }).end();
      return;
    }
    if (version.size <= SMALL_BYTES && !isPartial(request)) {
      sendBytes(request, response, headers, await this.#read(version.bytesId, place.file));
    } else {
      await sendFile(request, response, headers, place.file);
    }
  }

  #find(ctx: StorageContext, target: FollowedLink["target"]): Promise<LinkedVersion | null> {
    const name = "versionId" in target ? target.versionId : `${target.bucketId}/${target.key}`;
    const known = this.#found.get(name);
    if (known) return known;
    const found = findLinked(ctx, target);
    this.#found.set(name, found);
    found.catch(() => this.#found.delete(name));
    return found;
  }

  async #read(bytesId: string, file: string): Promise<Buffer> {
    const known = this.#small.get(bytesId);
    if (known) return known;
    const bytes = await readFile(file).catch(asNotFound);
    this.#small.set(bytesId, bytes);
    return bytes;
  }
}

/** The bytes that leave by a connection, whether or not the reader takes all of an answer. */
function countBytes({ usage }: ContentContext, projectId: string, response: ServerResponse): void {
  const { socket } = response;
  const before = socket?.bytesWritten ?? 0;
  response.once("close", () => {
    usage.record({ projectId, metric: "egress", amount: Math.max(0, (socket?.bytesWritten ?? 0) - before) });
  });
}

function isPartial({ headers }: IncomingMessage): boolean {
  return (
    headers.range !== undefined || headers["if-match"] !== undefined || headers["if-unmodified-since"] !== undefined
  );
}

/** RFC 9110 section 13.1.2: browsers ask again with what they have. */
function sendBytes(
  { method, headers: asked }: IncomingMessage,
  response: ServerResponse,
  headers: Record<string, string>,
  bytes: Buffer,
): void {
  const known = asked["if-none-match"]?.split(",").map((each) => each.trim().replace(/^W\//, "")) ?? [];
  if (known.includes(headers.ETag ?? "") || known.includes("*")) {
    response.writeHead(304, headers).end();
    return;
  }
  const length = { "Content-Length": bytes.byteLength, "Accept-Ranges": "bytes" };
  response.writeHead(200, { ...headers, ...length }).end(method === "HEAD" ? undefined : bytes);
}

/** A failed condition, or a range behind the end, which `headers` says. */
interface SendError extends Error {
  status?: number;
  headers?: Record<string, string>;
}

/** Answers ranges and conditions (RFC 9110 sections 13 and 14). Resolves when the answer is sent, or its reader gone. */
function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  headers: Record<string, string>,
  file: string,
): Promise<void> {
  // A cache on the way may ask for a new answer, but what it has is still what there is.
  delete request.headers["cache-control"];
  return new Promise((resolve, reject) => {
    const options = {
      root: dirname(file),
      etag: false,
      lastModified: false,
      cacheControl: false,
      dotfiles: "allow" as const,
    };
    response.once("close", resolve);
    send(request, basename(file), options)
      .on("headers", () => {
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      })
      .on("error", (error: SendError) => {
        if (response.headersSent) return response.destroy(error);
        if (error.status !== 412 && error.status !== 416) return reject(error.status === 404 ? notFound() : error);
        for (const name of ["Content-Type", "Content-Disposition", "Content-Length"]) response.removeHeader(name);
        response.writeHead(error.status, error.headers).end();
      })
      .pipe(response);
  });
}

function notFound(): ServiceError {
  return new ServiceError("object_not_found", "Object not found.");
}

function asNotFound(error: NodeJS.ErrnoException): never {
  throw error.code === "ENOENT" ? notFound() : error;
}
