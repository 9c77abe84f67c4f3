import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import { codeOf } from "@/lib/core/error-code";
import { ServiceError } from "@/lib/core/errors";
import type { ByteRange, KeptBytes, ObjectStore, OwnerMark } from "@/lib/core/ports/object-store";
import type { S3Settings } from "@/lib/core/s3-settings";
import { placeOf } from "./place";
import { StagedFiles } from "./staged-files";

const CONNECT_MILLISECONDS = 5_000;
/** Each reader has a connection of its own to the store. */
const AGENT = { keepAlive: true, maxSockets: 1_000 };
const PART_BYTES = 16 * 1024 ** 2;
const PARTS_AT_ONCE = 2;
/** Lies beside the folders of `placeOf`. */
const OWNER_KEY = "coppice-owner";
/** The keys may not ask, or the store knows no versions. */
const NOT_TOLD = new Set([400, 403, 404, 405, 501]);

/** Keeps bytes in a bucket of a store that speaks S3. Uploads arrive on this machine. */
export class S3ObjectStore implements ObjectStore {
  readonly ownerMark: OwnerMark = {
    read: (signal) => this.#readOwner(signal),
    write: (mark) => this.#writeOwner(mark),
  };
  readonly #settings: S3Settings;
  readonly #staged: StagedFiles;
  #client: Promise<S3Client> | null = null;

  constructor(settings: S3Settings, stagingFolder: string) {
    this.#settings = settings;
    this.#staged = new StagedFiles(stagingFolder);
  }

  stagedFile(uploadId: string): Promise<string> {
    return this.#staged.pathOf(uploadId);
  }

  /** The staged file goes last, so that after a crash at any moment the same call succeeds. */
  async adopt(stagedFile: string, bytesId: string): Promise<void> {
    const found = await stat(stagedFile).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" && (await this.has(bytesId))) return null;
      throw error;
    });
    if (!found) return;
    const { Upload } = await import("@aws-sdk/lib-storage");
    const params = { ...this.#at(bytesId), Body: createReadStream(stagedFile) };
    const sizes = { partSize: PART_BYTES, queueSize: PARTS_AT_ONCE };
    await this.#ask((client) => new Upload({ client, params, ...sizes }).done());
    await rm(stagedFile, { force: true });
  }

  async has(bytesId: string, signal?: AbortSignal): Promise<boolean> {
    const { HeadObjectCommand } = await import("@aws-sdk/client-s3");
    try {
      const options = signal && { abortSignal: signal };
      await this.#ask((client) => client.send(new HeadObjectCommand(this.#at(bytesId)), options));
      return true;
    } catch (error) {
      if (codeOf(error) === "ENOENT") return false;
      throw error;
    }
  }

  async read(bytesId: string, range?: ByteRange): Promise<Readable> {
    const { GetObjectCommand } = await import("@aws-sdk/client-s3");
    const part = range && { Range: `bytes=${range.start}-${range.end}` };
    const command = new GetObjectCommand({ ...this.#at(bytesId), ...part });
    const { Body, ContentLength } = await this.#ask((client) => client.send(command));
    const bytes = Body as Readable;
    if (range === undefined || ContentLength === range.end - range.start + 1) return bytes;
    bytes.destroy();
    throw asFailure(new Error("the store answered with another part than it was asked for"));
  }

  fileOf(): null {
    return null;
  }

  async keepsVersions(signal?: AbortSignal): Promise<boolean | null> {
    const { GetBucketVersioningCommand } = await import("@aws-sdk/client-s3");
    const command = new GetBucketVersioningCommand({ Bucket: this.#settings.bucket });
    try {
      const { Status } = await this.#ask((client) => client.send(command, signal && { abortSignal: signal }));
      return Status === "Enabled";
    } catch (error) {
      const cause = (error as Error).cause as { $metadata?: { httpStatusCode?: number } } | undefined;
      if (NOT_TOLD.has(cause?.$metadata?.httpStatusCode ?? 0)) return null;
      throw error;
    }
  }

  async remove(bytesId: string): Promise<void> {
    const { DeleteObjectCommand } = await import("@aws-sdk/client-s3");
    await this.#ask((client) => client.send(new DeleteObjectCommand(this.#at(bytesId))));
  }

  async *list(): AsyncIterable<KeptBytes> {
    const { paginateListObjectsV2 } = await import("@aws-sdk/client-s3");
    const client = await this.#connect();
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: this.#settings.bucket })) {
      for (const { Key = "", LastModified: modifiedAt } of Contents) {
        const id = Key.slice(Key.lastIndexOf("/") + 1);
        // Other objects of the bucket aren't the service's.
        if (modifiedAt && Key === placeOf(id)) yield { id, modifiedAt };
      }
    }
  }

  discardStaged(uploadId: string): Promise<void> {
    return this.#staged.discard(uploadId);
  }

  listStaged(): AsyncIterable<KeptBytes> {
    return this.#staged.list();
  }

  async #readOwner(signal?: AbortSignal): Promise<string | null> {
    const { GetObjectCommand } = await import("@aws-sdk/client-s3");
    const command = new GetObjectCommand({ Bucket: this.#settings.bucket, Key: OWNER_KEY });
    const read = async (client: S3Client) => {
      const { Body } = await client.send(command, signal && { abortSignal: signal });
      return (await Body?.transformToString()) ?? "";
    };
    return this.#ask(read).catch((error: unknown) => {
      if (codeOf(error) === "ENOENT") return null;
      throw error;
    });
  }

  async #writeOwner(mark: string): Promise<void> {
    const { PutObjectCommand } = await import("@aws-sdk/client-s3");
    const command = new PutObjectCommand({ Bucket: this.#settings.bucket, Key: OWNER_KEY, Body: mark });
    await this.#ask((client) => client.send(command));
  }

  #at(bytesId: string): { Bucket: string; Key: string } {
    return { Bucket: this.#settings.bucket, Key: placeOf(bytesId) };
  }

  async #ask<Answer>(work: (client: S3Client) => Promise<Answer>): Promise<Answer> {
    try {
      return await work(await this.#connect());
    } catch (cause) {
      throw codeOf(cause) === "ENOENT" ? cause : asFailure(cause as Error);
    }
  }

  /** The library takes longer to load than most processes need it for. */
  #connect(): Promise<S3Client> {
    const { endpoint, region, accessKeyId, secretAccessKey } = this.#settings;
    this.#client ??= import("@aws-sdk/client-s3").then(
      (sdk) =>
        new sdk.S3Client({
          region,
          credentials: { accessKeyId, secretAccessKey },
          requestHandler: { connectionTimeout: CONNECT_MILLISECONDS, httpAgent: AGENT, httpsAgent: AGENT },
          // Stores other than Amazon's seldom have a domain name for each bucket.
          ...(endpoint !== null && { endpoint, forcePathStyle: true }),
        }),
    );
    return this.#client;
  }
}

/** Other errors of the store, such as wrong keys, are for its operator, who reads them in the log. */
function asFailure(cause: Error): Error {
  if (["NoSuchKey", "NotFound"].includes(cause.name)) {
    return Object.assign(new Error("the store doesn't have the bytes", { cause }), { code: "ENOENT" });
  }
  const message = "The store that keeps objects doesn't answer right now. Try again in a moment.";
  return new ServiceError("object_store_unavailable", message, { retryAfterSeconds: 5, cause });
}
