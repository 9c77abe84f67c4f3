import type { IncomingMessage, ServerResponse } from "node:http";
import { MemoryLocker, Server } from "@tus/server";
import { ServiceError } from "@/lib/core/errors";
import type { StorageContext } from "@/lib/services/storage/context";
import { findUpload } from "@/lib/services/storage/uploads/find";
import { finishUpload } from "@/lib/services/storage/uploads/finish";
import { receiveBytes, restartUpload } from "@/lib/services/storage/uploads/receive";
import { isUploadToken, uploadAddress } from "@/lib/services/storage/uploads/token";
import { errorResponse } from "../error-response";
import { toServiceError } from "../to-service-error";
import { createByTus } from "./create-by-tus";
import { UploadStore } from "./upload-store";

export const UPLOADS_PATH = "/uploads";

/** Returns the id of the upload in an address of the content site. */
function idIn(url: URL): string {
  return url.pathname.slice(UPLOADS_PATH.length + 1);
}

/** The header fields of a request, by the lower-cased names. */
export type HeadersOf = Pick<Headers, "get">;

const NO_HEADERS: HeadersOf = { get: () => null };

/** Takes the bytes of uploads, by tus 1.0.0 or in one PUT. */
export class UploadServer {
  readonly #context: (headers?: HeadersOf) => StorageContext;
  readonly #locker = new MemoryLocker();
  readonly #tus: Server;

  constructor(contextOf: (headers: HeadersOf) => StorageContext) {
    const context = (headers = NO_HEADERS) => contextOf(headers);
    this.#context = context;
    this.#tus = new Server({
      path: UPLOADS_PATH,
      datastore: new UploadStore(context),
      locker: this.#locker,
      generateUrl: (_, { id }) => uploadAddress(context(), id),
      getFileIdFromRequest: (request) => idIn(new URL(request.url)),
      namingFunction: (request, metadata) => createByTus(context(request.headers), request, metadata),
      onIncomingRequest: async (request, id) => {
        if (request.method !== "POST") requireToken(context(), new URL(request.url), id);
      },
      onUploadFinish: async (_, { id }) => {
        const { object } = await finishUpload(context(), id);
        return { status_code: 200, headers: { "Content-Type": "application/json" }, body: JSON.stringify(object) };
      },
      onResponseError: (_, error) => this.#toAnswer(error),
    });
  }

  async answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    if (request.method === "PUT") await this.#put(request, response, url);
    else await this.#tus.handle(request, response);
  }

  async #put(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const id = idIn(url);
    const ctx = this.#context();
    requireToken(ctx, url, id);
    const lock = this.#locker.newLock(id);
    await lock.lock(new AbortController().signal, () => void request.destroy());
    try {
      const upload = await findUpload(ctx, id);
      if (upload.finishedAt !== null) throw new ServiceError("conflict", "The upload has ended already.");
      requireLength(request, Number(upload.size));
      await restartUpload(ctx, id);
      await receiveBytes(ctx, id, request, 0);
      const { object, isNew } = await finishUpload(ctx, id);
      response.writeHead(isNew ? 201 : 200, { "Content-Type": "application/json", "Access-Control-Allow-Origin": "*" });
      response.end(JSON.stringify(object));
    } finally {
      await lock.unlock();
    }
  }

  /** Failures of ours are told in the envelope, those of the protocol in its own words. */
  async #toAnswer(error: Error | { status_code: number; body: string }) {
    if ("status_code" in error) return undefined;
    const ctx = this.#context();
    const refusal = toServiceError(error);
    if (refusal.code === "internal_error") ctx.log.error({ err: error, operation: "upload" }, "request failed");
    const response = errorResponse(refusal, ctx.requestId, ctx.baseUrl);
    return { status_code: response.status, body: await response.text() };
  }
}

/** A missing and a wrong token look the same as an upload that is not there. */
function requireToken(ctx: StorageContext, url: URL, id: string): void {
  if (isUploadToken(ctx, id, url.searchParams.get("t"))) return;
  throw new ServiceError("upload_not_found", "Upload not found.");
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
