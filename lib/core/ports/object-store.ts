import type { Readable } from "node:stream";

/** What a reader gets: a file of this machine, or an address at which the store itself serves the bytes. */
export type StoredBytes = { file: string } | { url: string };

export interface KeptBytes {
  id: string;
  modifiedAt: Date;
}

/**
 * Keeps bytes under ids that the service makes; what they are called is told by rows alone. Bytes arrive in files of
 * this machine, so that an upload goes on where it stopped, and become lasting at once or not at all.
 */
export interface ObjectStore {
  /** Returns the path of the file in which the bytes of an upload arrive. Its folder exists. */
  stagedFile(uploadId: string): Promise<string>;
  /** Makes a staged file the bytes with this id, durably. Repeating it after a crash changes nothing. */
  adopt(stagedFile: string, bytesId: string): Promise<void>;
  has(bytesId: string): Promise<boolean>;
  read(bytesId: string): Promise<Readable>;
  /** The header fields are for a store that answers the reader by itself. */
  locate(bytesId: string, headers: { contentType: string; disposition: string }): Promise<StoredBytes>;
  /** Bytes that are gone already are no failure. */
  remove(bytesId: string): Promise<void>;
  /** Lists everything, in no order. */
  list(): AsyncIterable<KeptBytes>;
  /** Deletes the file of an upload. */
  discardStaged(uploadId: string): Promise<void>;
  /** Lists the files of uploads, whether or not these still exist. */
  listStaged(): AsyncIterable<KeptBytes>;
}
