import type { Readable } from "node:stream";
import { DataStore, ERRORS, Upload } from "@tus/server";
import { ServiceError } from "@/lib/core/errors";
import type { StorageContext } from "@/lib/services/storage/context";
import { UPLOAD_SECONDS } from "@/lib/services/storage/uploads/create";
import { endUpload } from "@/lib/services/storage/uploads/end";
import { findUpload } from "@/lib/services/storage/uploads/find";
import { finishUpload } from "@/lib/services/storage/uploads/finish";
import { showProgress } from "@/lib/services/storage/uploads/progress";
import { receiveBytes } from "@/lib/services/storage/uploads/receive";

/** Tells the tus server of uploads by their rows and the bytes that have arrived. */
export class UploadStore extends DataStore {
  override extensions = ["creation", "termination", "expiration"];
  readonly #context: () => StorageContext;

  constructor(context: () => StorageContext) {
    super();
    this.#context = context;
  }

  /** The upload's row was written before its name was known. */
  override async create(upload: Upload): Promise<Upload> {
    return upload;
  }

  /** Returns the upload, and makes its object where all bytes have arrived and the process ended before it was made. */
  override async getUpload(id: string): Promise<Upload> {
    const { upload, offset } = await showProgress(this.#context(), id).catch(toTusError);
    const size = Number(upload.size);
    if (offset === size && upload.finishedAt === null) await finishUpload(this.#context(), id);
    return new Upload({ id, size, offset, creation_date: upload.createdAt.toISOString() });
  }

  /** An empty part behind the last byte asks for the object again, for a sender whose last answer was lost. */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    if (offset === Number((await findUpload(this.#context(), id)).size)) return offset;
    return receiveBytes(this.#context(), id, stream, offset);
  }

  override async remove(id: string): Promise<void> {
    if (!(await endUpload(this.#context(), id))) throw ERRORS.FILE_NOT_FOUND;
  }

  override getExpiration(): number {
    return UPLOAD_SECONDS * 1_000;
  }
}

function toTusError(error: unknown): never {
  if (error instanceof ServiceError && error.code === "upload_not_found") throw ERRORS.FILE_NOT_FOUND;
  throw error;
}
