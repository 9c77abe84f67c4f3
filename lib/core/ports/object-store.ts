import type { Readable } from "node:stream";

/** A part of bytes, from the first to the last that is in it. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface KeptBytes {
  id: string;
  modifiedAt: Date;
}

/** A text in the store by which one installation knows it as its own. */
export interface OwnerMark {
  /** Returns `null` for a store that no installation has claimed. */
  read(signal?: AbortSignal): Promise<string | null>;
  write(mark: string): Promise<void>;
}

/**
 * Keeps bytes under ids that the service makes; their names are in rows alone. Bytes arrive in files of
 * this machine, so that an upload goes on where it stopped, and become lasting at once or not at all. Methods reject with
 * `object_store_unavailable` where the store doesn't answer.
 */
export interface ObjectStore {
  /** `null` for a store that no other installation reaches. */
  readonly ownerMark: OwnerMark | null;
  /** Returns the path of the file in which the bytes of an upload arrive. Its folder exists. */
  stagedFile(uploadId: string): Promise<string>;
  /** Makes a staged file the bytes with this id, durably. Repeating it after a crash changes nothing. */
  adopt(stagedFile: string, bytesId: string): Promise<void>;
  /** Returns whether the bytes are there. `signal` ends the wait for a store that keeps silent. */
  has(bytesId: string, signal?: AbortSignal): Promise<boolean>;
  /** Returns the bytes, or a part of them. Rejects with the code `ENOENT` where they are gone. */
  read(bytesId: string, range?: ByteRange): Promise<Readable>;
  /** Returns the file of this machine that has the bytes, for a store that has one. */
  fileOf(bytesId: string): string | null;
  /** Returns whether the store keeps bytes that are removed; `null` where it has no such setting, or doesn't tell. */
  keepsVersions(signal?: AbortSignal): Promise<boolean | null>;
  /** Bytes that are gone already are no failure. */
  remove(bytesId: string): Promise<void>;
  /** Lists everything, in no order. */
  list(): AsyncIterable<KeptBytes>;
  /** Deletes the file of an upload. */
  discardStaged(uploadId: string): Promise<void>;
  /** Lists the files of uploads, whether or not these still exist. */
  listStaged(): AsyncIterable<KeptBytes>;
}
