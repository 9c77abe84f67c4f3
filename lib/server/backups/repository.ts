import { hkdfSync, randomBytes } from "node:crypto";
import { pipeline, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { constants, createZstdCompress, createZstdDecompress } from "node:zlib";
import { z } from "zod";
import { openByPassphrase, PassphraseSealed, sealByPassphrase } from "@/lib/core/crypto/passphrase";
import { SealError } from "@/lib/core/crypto/seal";
import { openStream, sealStream } from "@/lib/core/crypto/sealed-stream";
import { codeOf } from "@/lib/core/error-code";
import { OperatorError } from "@/lib/core/operator-error";
import type { BackupPlace, PlacedFile } from "@/lib/core/ports/backup-place";
import { BlockDigester } from "./blocks/digest";
import { DamageError } from "./damage";
import { withoutEmptyFrame } from "./empty-frame";
import type { Pace } from "./pace";

const DESCRIPTION = "repository";
const OWNER = "owner";

/** Each chunk is a way to another thread and back. */
const CHUNK_BYTES = 64 * 1024;
/** Takes half as long as the default level for pages of tables, of which it makes as few bytes (docs/decisions/227). */
const COMPRESSION = { chunkSize: CHUNK_BYTES, params: { [constants.ZSTD_c_compressionLevel]: 1 } };

const Description = z.object({ format: z.literal(1), masterKey: PassphraseSealed });
const Owner = z.object({ instanceId: z.string() });

/** The sealed files of one installation. The place alone lets its reader decrypt none of them, and add none. */
export class BackupRepository {
  readonly #place: BackupPlace;
  readonly #key: Buffer;

  constructor(place: BackupPlace, key: Buffer) {
    this.#place = place;
    this.#key = key;
  }

  get name(): string {
    return this.#place.name;
  }

  /** Compresses, seals and puts a file, which is there whole or not at all. `pace` counts the bytes that are sent. */
  async put(name: string, source: AsyncIterable<Buffer>, pace: Pace | null = null): Promise<void> {
    const compressed = pipeline(
      Readable.from(source, { objectMode: false }),
      createZstdCompress(COMPRESSION),
      () => undefined,
    );
    const sealed = sealStream(compressed, this.#key, name);
    await this.#place.put(name, Readable.from(pace?.through(sealed) ?? sealed, { objectMode: false }));
  }

  async putText(name: string, text: string): Promise<void> {
    await this.put(name, Readable.from([Buffer.from(text)]));
  }

  /** Returns a file's bytes. Rejects, or ends with, an `OperatorError` that names a file which is missing or changed. */
  async read(name: string): Promise<Readable> {
    const sealed = await this.#place.read(name).catch((error) => Promise.reject(this.#explain(error, name)));
    const opened = Readable.from(withoutEmptyFrame(this.#opened(sealed, name)), { objectMode: false });
    return pipeline(opened, createZstdDecompress({ chunkSize: CHUNK_BYTES }), () => undefined);
  }

  async readText(name: string): Promise<string> {
    return (await buffer(await this.read(name))).toString("utf8");
  }

  /** Returns the digests of this repository's blocks: none outside has its key. */
  blockDigester(): BlockDigester {
    return new BlockDigester(Buffer.from(hkdfSync("sha256", this.#key, "", "coppice/backup-blocks", 32)));
  }

  list(prefix: string): Promise<PlacedFile[]> {
    return this.#place.list(prefix);
  }

  remove(name: string): Promise<void> {
    return this.#place.remove(name);
  }

  removeAll(prefix: string): Promise<void> {
    return this.#place.removeAll(prefix);
  }

  /** Throws `OperatorError` where the place has nothing any more, as the folder of a disk that isn't mounted. */
  async requireThere(): Promise<void> {
    if ((await readDescription(this.#place)) === null) throw nothingIn(this.#place);
  }

  /** Throws `OperatorError` where another installation has its backups, for files that two write would fit neither. */
  async claim(instanceId: string): Promise<void> {
    const owner = await this.owner();
    if (owner === null) return this.putText(OWNER, JSON.stringify({ instanceId }));
    if (owner === instanceId) return;
    throw new OperatorError(
      `${this.name} has the backups of another installation, or of this one before it was restored. Set COPPICE_BACKUPS to another folder or prefix.`,
    );
  }

  /** Returns the installation whose backups these are; `null` before the first. */
  async owner(): Promise<string | null> {
    const owner = await this.readText(OWNER).catch((error) => {
      if (isMissing(error)) return null;
      throw error;
    });
    return owner === null ? null : Owner.parse(JSON.parse(owner)).instanceId;
  }

  async *#opened(sealed: AsyncIterable<Buffer>, name: string): AsyncIterable<Buffer> {
    try {
      yield* openStream(sealed, this.#key, name);
    } catch (error) {
      throw this.#explain(error, name);
    }
  }

  #explain(error: unknown, name: string): unknown {
    if (error instanceof SealError) {
      return new DamageError(`${name} in ${this.name} is damaged or was changed: it doesn't open.`, { cause: error });
    }
    if (codeOf(error) !== "ENOENT") return error;
    return Object.assign(new DamageError(`${name} is missing in ${this.name}.`, { cause: error }), {
      code: "ENOENT",
    });
  }
}

export function isMissing(error: unknown): boolean {
  return codeOf(error) === "ENOENT";
}

/** Opens the repository of a place. Throws `OperatorError` where there is nothing, or another passphrase sealed it. */
export async function openRepository(place: BackupPlace, passphrase: string): Promise<BackupRepository> {
  const found = await readDescription(place);
  if (found === null) throw nothingIn(place);
  try {
    return new BackupRepository(place, await openByPassphrase(found.masterKey, passphrase));
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    const advice = "Check COPPICE_BACKUPS_PASSPHRASE_FILE.";
    throw new OperatorError(`The passphrase doesn't open the backups in ${place.name}. ${advice}`, { cause: error });
  }
}

function nothingIn({ name }: BackupPlace): OperatorError {
  return new OperatorError(`There are no backups in ${name}. If it's a disk of another machine, mount it.`);
}

/** Opens the repository of a place, or makes a new repository where it is empty. */
export async function ensureRepository(place: BackupPlace, passphrase: string): Promise<BackupRepository> {
  if ((await readDescription(place)) === null) {
    for (const prefix of ["base/", "wal/"]) {
      if ((await place.list(prefix)).length === 0) continue;
      throw new OperatorError(`${DESCRIPTION} is missing in ${place.name}, and without it no backup there opens.`);
    }
    const description = { format: 1, masterKey: await sealByPassphrase(randomBytes(32), passphrase) };
    await place.put(DESCRIPTION, Readable.from([Buffer.from(`${JSON.stringify(description, null, 2)}\n`)]));
  }
  return openRepository(place, passphrase);
}

async function readDescription(place: BackupPlace): Promise<z.infer<typeof Description> | null> {
  try {
    const text = (await buffer(await place.read(DESCRIPTION))).toString("utf8");
    return Description.parse(JSON.parse(text));
  } catch (error) {
    if (isMissing(error)) return null;
    if (!(error instanceof z.ZodError || error instanceof SyntaxError)) throw error;
    throw new OperatorError(`${DESCRIPTION} in ${place.name} is damaged, or of another version.`, { cause: error });
  }
}
