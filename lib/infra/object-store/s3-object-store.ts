import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import type { KeptBytes, ObjectStore } from "@/lib/core/ports/object-store";
import type { S3Settings } from "@/lib/core/s3-settings";
import { placeOf } from "./place";
import { StagedFiles } from "./staged-files";

/** A reader begins within this time; what has begun goes on. */
const ADDRESS_SECONDS = 300;
const PART_BYTES = 16 * 1024 ** 2;
const PARTS_AT_ONCE = 2;

/** Keeps bytes in a bucket of a store that speaks S3, which serves its readers itself. Uploads arrive on this machine. */
export class S3ObjectStore implements ObjectStore {
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
    const found = await stat(stagedFile).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    if (!found && (await this.has(bytesId))) return;
    const { Upload } = await import("@aws-sdk/lib-storage");
    await new Upload({
      client: await this.#connect(),
      params: { ...this.#at(bytesId), Body: createReadStream(stagedFile) },
      partSize: PART_BYTES,
      queueSize: PARTS_AT_ONCE,
    }).done();
    await rm(stagedFile, { force: true });
  }

  async has(bytesId: string): Promise<boolean> {
    const { HeadObjectCommand, NotFound } = await import("@aws-sdk/client-s3");
    const client = await this.#connect();
    try {
      await client.send(new HeadObjectCommand(this.#at(bytesId)));
      return true;
    } catch (error) {
      if (error instanceof NotFound) return false;
      throw error;
    }
  }

  async read(bytesId: string): Promise<Readable> {
    const { GetObjectCommand } = await import("@aws-sdk/client-s3");
    const client = await this.#connect();
    const { Body } = await client.send(new GetObjectCommand(this.#at(bytesId)));
    return Body as Readable;
  }

  async locate(bytesId: string, headers: { contentType: string; disposition: string }): Promise<{ url: string }> {
    const [{ GetObjectCommand }, { getSignedUrl }] = await Promise.all([
      import("@aws-sdk/client-s3"),
      import("@aws-sdk/s3-request-presigner"),
    ]);
    const command = new GetObjectCommand({
      ...this.#at(bytesId),
      ResponseContentType: headers.contentType,
      ResponseContentDisposition: headers.disposition,
    });
    return { url: await getSignedUrl(await this.#connect(), command, { expiresIn: ADDRESS_SECONDS }) };
  }

  async remove(bytesId: string): Promise<void> {
    const { DeleteObjectCommand } = await import("@aws-sdk/client-s3");
    const client = await this.#connect();
    await client.send(new DeleteObjectCommand(this.#at(bytesId)));
  }

  async *list(): AsyncIterable<KeptBytes> {
    const { paginateListObjectsV2 } = await import("@aws-sdk/client-s3");
    const client = await this.#connect();
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: this.#settings.bucket })) {
      for (const { Key = "", LastModified: modifiedAt } of Contents) {
        const id = Key.slice(Key.lastIndexOf("/") + 1);
        // Whatever else is in the bucket is not the service's.
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

  #at(bytesId: string): { Bucket: string; Key: string } {
    return { Bucket: this.#settings.bucket, Key: placeOf(bytesId) };
  }

  /** The library takes longer to load than most processes need it for. */
  #connect(): Promise<S3Client> {
    const { endpoint, region, accessKeyId, secretAccessKey } = this.#settings;
    this.#client ??= import("@aws-sdk/client-s3").then(
      (sdk) =>
        new sdk.S3Client({
          region,
          credentials: { accessKeyId, secretAccessKey },
          // Stores other than Amazon's seldom have a domain name for each bucket.
          ...(endpoint !== null && { endpoint, forcePathStyle: true }),
        }),
    );
    return this.#client;
  }
}
