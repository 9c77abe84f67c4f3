import { stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { LRUCache } from "lru-cache";
import { codeOf } from "@/lib/core/error-code";
import { ServiceError } from "@/lib/core/errors";
import { objectNotFound } from "@/lib/core/not-found";
import { openRange } from "@/lib/core/open-range";
import type { ByteRange } from "@/lib/core/ports/object-store";
import { noteSubject } from "@/lib/core/request-subject";
import type { StorageContext } from "@/lib/services/storage/context";
import { type FollowedLink, followLink, requireLinkableKey } from "@/lib/services/storage/links/address";
import { findLinked, type LinkedVersion } from "@/lib/services/storage/links/find-linked";
import { etagOf } from "@/lib/services/storage/objects/resource";
import { exactShape } from "@/lib/services/storage/pictures/format";
import type { PictureCache } from "@/lib/services/storage/pictures/picture-cache";
import type { UsageRecorder } from "@/lib/services/usage/recorder";
import { preflightHeaders } from "../preflight";
import { asPicture, CONTENT_HEADERS, headersOf } from "./content-headers";
import { type ByteSource, sendBytes } from "./send-bytes";

interface ContentContext extends StorageContext {
  usage: UsageRecorder;
}

/** The name stands for the same bytes for ever. */
interface NamedSource extends ByteSource {
  name: string;
}

const METHODS = ["GET", "HEAD", "OPTIONS"];
/** A deletion or a suspension is noticed after this time at the latest. */
const LOOK_UP_MILLISECONDS = 2_000;
const MAX_LOOK_UPS = 20_000;
const MEMORY_BYTES = 64 * 1024 ** 2;
/** Reading a file costs more than all else in an answer of this size. */
const SMALL_BYTES = 64 * 1024;

/** Answers links to objects. Many requests for one object ask the database once. */
export class ObjectServer {
  readonly #pictures: PictureCache;
  readonly #found = new LRUCache<string, Promise<LinkedVersion | null>>({
    max: MAX_LOOK_UPS,
    ttl: LOOK_UP_MILLISECONDS,
  });
  readonly #small = new LRUCache<string, Buffer>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ byteLength }) => Math.max(1, byteLength),
  });

  constructor(pictures: PictureCache) {
    this.#pictures = pictures;
  }

  /** Throws `invalid_key`, `invalid_link`, `object_not_found`, `picture_failed`, `method_not_allowed`. */
  async answer(ctx: ContentContext, request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    if (request.method === "OPTIONS") {
      const headers = preflightHeaders(request.headers["access-control-request-headers"], {
        origin: "*",
        methods: METHODS,
      });
      return void response.writeHead(204, { ...CONTENT_HEADERS, ...headers }).end();
    }
    if (request.method !== "GET" && request.method !== "HEAD") {
      throw new ServiceError("method_not_allowed", "Links are for GET and HEAD.", {
        headers: { Allow: METHODS.join(", ") },
      });
    }
    requireLinkableKey(url.pathname);
    const link = followLink(ctx, url);
    if (!link) throw new ServiceError("invalid_link", "The link isn't valid, or has expired. Get a new one.");
    const version = await this.#find(ctx, link.target);
    if (!version) throw objectNotFound();
    const fileName = decodeURIComponent(url.pathname.slice(url.pathname.lastIndexOf("/") + 1));
    noteSubject(ctx, { projectId: version.projectId });
    countBytes(ctx, version.projectId, response);
    if (link.picture) return this.#sendPicture(ctx, request, response, { version, link, fileName });
    const headers = headersOf(version, link, fileName, ctx.clock.now());
    const { bytesId, size } = version;
    const read = (range?: ByteRange) => ctx.objects.read(bytesId, range);
    await this.#send(request, response, version, headers, { name: bytesId, size, read });
  }

  async #sendPicture(
    ctx: ContentContext,
    request: IncomingMessage,
    response: ServerResponse,
    { version, link, fileName }: { version: LinkedVersion; link: FollowedLink; fileName: string },
  ): Promise<void> {
    const { contentType, contentEncoding } = version;
    const picture = contentEncoding === null ? link.picture : null;
    const shape = picture && exactShape(picture, contentType, request.headers.accept ?? "");
    if (!shape)
      throw new ServiceError("picture_failed", `No picture can be made of ${contentEncoding ?? contentType}.`);
    const made = asPicture(version, link, fileName, shape);
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const file = await this.#pictures.get(ctx, version, shape, gone.signal).catch((error: unknown) => {
      if (!gone.signal.aborted) throw error;
    });
    if (file === undefined) return;
    const headers = headersOf(made.version, made.link, made.fileName, ctx.clock.now());
    const { size } = await stat(file);
    const read = (range?: ByteRange) => openRange(file, range);
    await this.#send(request, response, made.version, { ...headers, Vary: "Accept" }, { name: file, size, read });
  }

  async #send(
    request: IncomingMessage,
    response: ServerResponse,
    { sha256, modifiedAt }: LinkedVersion,
    headers: Record<string, string>,
    source: NamedSource,
  ): Promise<void> {
    try {
      const bytes = source.size <= SMALL_BYTES ? await this.#read(source) : source;
      await sendBytes(request, response, { etag: etagOf(sha256), modifiedAt, bytes, headers });
    } catch (error) {
      throw codeOf(error) === "ENOENT" ? objectNotFound() : error;
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

  async #read({ name, read }: NamedSource): Promise<Buffer> {
    const known = this.#small.get(name);
    if (known) return known;
    const bytes = await buffer(await read());
    this.#small.set(name, bytes);
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
