import type { IncomingMessage, ServerResponse } from "node:http";
import { PassThrough, type Readable } from "node:stream";
import { ServiceError } from "@/lib/core/errors";
import { uploadNotFound } from "@/lib/core/not-found";
import { sha256In } from "@/lib/services/storage/bytes/digest";
import type { StorageContext } from "@/lib/services/storage/context";
import { endUpload } from "@/lib/services/storage/uploads/end";
import { findUpload } from "@/lib/services/storage/uploads/find";
import { finishUpload } from "@/lib/services/storage/uploads/finish";
import { parseChecksum } from "@/lib/services/storage/uploads/part-checksum";
import { settleProgress } from "@/lib/services/storage/uploads/progress";
import { receiveBytes, restartUpload } from "@/lib/services/storage/uploads/receive";
import { isUploadToken, uploadAddress } from "@/lib/services/storage/uploads/token";
import { preflightHeaders } from "../../preflight";
import { fieldsOf } from "../content-exchange";
import { CONTENT_HEADERS } from "../content-headers";
import { createByTus } from "./create-upload";
import {
  bytesIn,
  isPart,
  methodOf,
  requirePart,
  requireSpoken,
  requireVersion,
  TUS_ABILITIES,
  TUS_HEADERS,
  UPLOAD_METHODS,
} from "./protocol";
import { UploadLocks } from "./upload-locks";

export const UPLOADS_PATH = "/uploads";

/** A request to an upload, and the place for its answer. */
interface Exchange {
  ctx: StorageContext;
  request: IncomingMessage;
  response: ServerResponse;
}

/** Takes the bytes of uploads, by tus 1.0.0 or in one PUT, and tells of the object that they have become. */
export class UploadServer {
  readonly #locks = new UploadLocks();

  async answer(ctx: StorageContext, request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const exchange = { ctx, request, response };
    for (const [name, value] of Object.entries({ ...CONTENT_HEADERS, ...TUS_HEADERS })) response.setHeader(name, value);
    const method = methodOf(request);
    if (method === "OPTIONS") {
      const asked = request.headers["access-control-request-headers"];
      const headers = preflightHeaders(asked, { origin: "*", methods: UPLOAD_METHODS });
      return void response.writeHead(204, { ...headers, ...TUS_ABILITIES }).end();
    }
    const id = url.pathname.slice(UPLOADS_PATH.length + 1);
    const take = this.#methods[method];
    if (!take || (method === "POST") !== (id === "")) throw methodNotAllowed(id);
    if (method !== "GET" && method !== "PUT") requireVersion(request);
    if (method === "POST") return this.#post(exchange);
    // A missing and a wrong token look the same as an upload that is not there.
    if (!isUploadToken(ctx, id, url.searchParams.get("t"))) throw uploadNotFound();
    await this.#locks.hold(id, request, () => take(exchange, id));
  }

  readonly #methods: Readonly<Record<string, (exchange: Exchange, id: string) => Promise<void>>> = {
    POST: (exchange) => this.#post(exchange),
    HEAD: tellProgress,
    PATCH: takePart,
    DELETE: giveUp,
    PUT: takeAll,
    GET: tellObject,
  };

  /** Creates an upload, of which the first bytes may come along. */
  async #post(exchange: Exchange): Promise<void> {
    const { ctx, request, response } = exchange;
    requireSpoken(request);
    const checksum = parseChecksum(fieldsOf(request).get("upload-checksum"));
    const size = bytesIn(request, "Upload-Length");
    const { id } = await createByTus(ctx, request, size);
    response.setHeader("Location", uploadAddress(ctx, id));
    await this.#locks.hold(id, request, async () => {
      if (isPart(request)) await receivePart(exchange, id, { offset: 0, size, checksum });
      await sayProgress(exchange, id);
    });
    response.writeHead(201, { "Content-Length": 0 }).end();
  }
}

async function tellProgress(exchange: Exchange, id: string): Promise<void> {
  const { size, tusMetadata } = await sayProgress(exchange, id);
  exchange.response.setHeader("Upload-Length", String(size));
  if (tusMetadata !== null) exchange.response.setHeader("Upload-Metadata", tusMetadata);
  exchange.response.writeHead(200).end();
}

async function takePart(exchange: Exchange, id: string): Promise<void> {
  const { ctx, request, response } = exchange;
  requirePart(request);
  const given = bytesIn(request, "Upload-Offset");
  const checksum = parseChecksum(fieldsOf(request).get("upload-checksum"));
  const { upload, offset } = await settleProgress(ctx, id);
  if (offset !== given) {
    const headers = { "Upload-Offset": String(offset) };
    throw new ServiceError("conflict", `The upload goes on at byte ${offset}.`, { headers });
  }
  await receivePart(exchange, id, { offset, size: Number(upload.size), checksum });
  await sayProgress(exchange, id);
  response.writeHead(204).end();
}

async function receivePart(
  { ctx, request }: Exchange,
  id: string,
  { offset, size, checksum }: { offset: number; size: number; checksum: ReturnType<typeof parseChecksum> },
): Promise<void> {
  const maxBytes = size - offset;
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) {
    throw new ServiceError("body_too_large", `The upload has room for ${maxBytes} more bytes.`);
  }
  // An empty part behind the last byte asks for the object, for a sender whose last answer was lost.
  if (maxBytes > 0) await receiveBytes(ctx, id, bodyOf(request), { offset, maxBytes, checksum });
}

/** Makes the object where all bytes have arrived, and says how far the upload is. */
async function sayProgress({ ctx, response }: Exchange, id: string) {
  const { upload, offset } = await settleProgress(ctx, id);
  response.setHeader("Upload-Offset", String(offset));
  if (offset < Number(upload.size)) response.setHeader("Upload-Expires", upload.expiresAt.toUTCString());
  return upload;
}

async function giveUp({ ctx, response }: Exchange, id: string): Promise<void> {
  if (!(await endUpload(ctx, id))) throw uploadNotFound();
  response.writeHead(204).end();
}

async function takeAll({ ctx, request, response }: Exchange, id: string): Promise<void> {
  const upload = await findUpload(ctx, id);
  if (upload.finishedAt !== null) throw new ServiceError("conflict", "The upload has ended already.");
  const size = Number(upload.size);
  requireLength(request, size);
  const sha256 = sha256In(fieldsOf(request));
  await restartUpload(ctx, id);
  await receiveBytes(ctx, id, bodyOf(request), { offset: 0, maxBytes: size, checksum: null });
  const { object, isNew } = await finishUpload(ctx, id, { sha256 });
  sendJson(response, isNew ? 201 : 200, object);
}

async function tellObject({ ctx, response }: Exchange, id: string): Promise<void> {
  const { upload, offset } = await settleProgress(ctx, id);
  if (offset < Number(upload.size)) {
    throw new ServiceError("conflict", `The upload has ${offset} of ${upload.size} bytes.`);
  }
  sendJson(response, 200, (await finishUpload(ctx, id)).object);
}

function sendJson(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(value));
}

/** Returns the body as a stream that can fail while its sender is still answered. */
function bodyOf(request: IncomingMessage): Readable {
  const body = new PassThrough();
  const end = () => {
    if (!request.readableEnded) body.destroy();
  };
  // A body that isn't taken is read to its end, since an answer before it is lost to many senders.
  body.once("close", () => request.resume());
  request.pipe(body);
  if (request.destroyed) end();
  else request.once("close", end);
  return body;
}

function methodNotAllowed(id: string): ServiceError {
  const methods = UPLOAD_METHODS.filter((each) => each === "OPTIONS" || (each === "POST") === (id === ""));
  const allow = methods.join(", ");
  return new ServiceError("method_not_allowed", `Here are ${allow}.`, { headers: { Allow: allow } });
}

function requireLength({ headers }: IncomingMessage, size: number): void {
  const length = Number(headers["content-length"] ?? Number.NaN);
  if (length === size) return;
  if (length > size) throw new ServiceError("body_too_large", `The upload is for ${size} bytes.`);
  throw new ServiceError(
    "invalid_request",
    `The body must have the upload's ${size} bytes, and Content-Length say so.`,
  );
}
