import type { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import type { S3Access } from "@/lib/core/backup-settings";
import { OperatorError } from "@/lib/core/operator-error";
import type { BackupPlace, PlacedFile } from "@/lib/core/ports/backup-place";

const CONNECT_MILLISECONDS = 5_000;
/** A connection on which no byte comes or goes for as long is given up, and asked again by another. */
const SILENCE_MILLISECONDS = 60_000;
const PART_BYTES = 16 * 1024 ** 2;
const PARTS_AT_ONCE = 2;

/** Keeps backups in a bucket of a store that speaks S3, below a prefix. */
export class S3Place implements BackupPlace {
  readonly name: string;
  readonly #bucket: string;
  readonly #root: string;
  readonly #access: S3Access;
  readonly #silenceMilliseconds: number;
  #client: Promise<S3Client> | null = null;

  constructor(
    { bucket, prefix, access }: { bucket: string; prefix: string; access: S3Access },
    { silenceMilliseconds = SILENCE_MILLISECONDS } = {},
  ) {
    this.#bucket = bucket;
    this.#root = prefix === "" ? "" : `${prefix}/`;
    this.#access = access;
    this.#silenceMilliseconds = silenceMilliseconds;
    this.name = `s3://${bucket}${prefix === "" ? "" : `/${prefix}`}`;
  }

  async put(name: string, bytes: Readable): Promise<void> {
    const { Upload } = await import("@aws-sdk/lib-storage");
    const params = { ...this.#at(name), Body: bytes };
    const sizes = { partSize: PART_BYTES, queueSize: PARTS_AT_ONCE };
    await this.#ask((client) => new Upload({ client, params, ...sizes }).done());
  }

  async read(name: string): Promise<Readable> {
    const { GetObjectCommand } = await import("@aws-sdk/client-s3");
    const { Body } = await this.#ask((client) => client.send(new GetObjectCommand(this.#at(name))));
    return Body as Readable;
  }

  async list(prefix: string): Promise<PlacedFile[]> {
    const { paginateListObjectsV2 } = await import("@aws-sdk/client-s3");
    return this.#ask(async (client) => {
      const files: PlacedFile[] = [];
      const below = { Bucket: this.#bucket, Prefix: `${this.#root}${prefix}` };
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, below)) {
        for (const { Key = "", Size: bytes = 0, LastModified: modifiedAt = new Date() } of Contents) {
          files.push({ name: Key.slice(this.#root.length), bytes, modifiedAt });
        }
      }
      return files.sort((one, other) => (one.name < other.name ? -1 : 1));
    });
  }

  async remove(name: string): Promise<void> {
    const { DeleteObjectCommand } = await import("@aws-sdk/client-s3");
    await this.#ask((client) => client.send(new DeleteObjectCommand(this.#at(name))));
  }

  async removeAll(prefix: string): Promise<void> {
    for (const { name } of await this.list(prefix)) await this.remove(name);
  }

  #at(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: `${this.#root}${name}` };
  }

  async #ask<Answer>(work: (client: S3Client) => Promise<Answer>): Promise<Answer> {
    try {
      return await work(await this.#connect());
    } catch (error) {
      throw this.#explain(error);
    }
  }

  #connect(): Promise<S3Client> {
    const { endpoint, region, accessKeyId, secretAccessKey } = this.#access;
    this.#client ??= import("@aws-sdk/client-s3").then(
      (sdk) =>
        new sdk.S3Client({
          region,
          credentials: { accessKeyId, secretAccessKey },
          requestHandler: { connectionTimeout: CONNECT_MILLISECONDS, socketTimeout: this.#silenceMilliseconds },
          ...(endpoint !== null && { endpoint, forcePathStyle: true }),
        }),
    );
    return this.#client;
  }

  /** The store's own words may quote keys. An error of the sent stream isn't the store's. */
  #explain(error: unknown): unknown {
    if (!(error instanceof Error) || error instanceof OperatorError) return error;
    if (["NoSuchKey", "NotFound"].includes(error.name)) {
      return Object.assign(new Error(`${this.name} lacks a file`, { cause: error }), { code: "ENOENT" });
    }
    if (error.name === "NoSuchBucket") {
      return new OperatorError(`The bucket of ${this.name} doesn't exist. Create it.`, { cause: error });
    }
    const status = "$metadata" in error ? (error.$metadata as { httpStatusCode?: number }).httpStatusCode : null;
    if (status === 401 || status === 403) {
      const advice = "Its keys need to list, read, write and delete there.";
      return new OperatorError(`The bucket refuses access to ${this.name} (${error.name}). ${advice}`, {
        cause: error,
      });
    }
    if (status === null && !("code" in error) && error.name !== "TimeoutError") return error;
    return new OperatorError(`The store of ${this.name} doesn't answer right now (${error.name}).`, { cause: error });
  }
}
