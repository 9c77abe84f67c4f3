import type { Readable } from "node:stream";

export interface PlacedFile {
  name: string;
  bytes: number;
  modifiedAt: Date;
}

/**
 * A place away from the data folder where sealed files are put. A file is there whole or not at all. Methods reject with
 * `OperatorError`, whose message is one sentence: full disk, missing bucket, missing rights.
 */
export interface BackupPlace {
  /** The place as operators write it. */
  readonly name: string;
  /** Replaces any object that has the name. */
  put(name: string, bytes: Readable): Promise<void>;
  /** Rejects with the code `ENOENT` where there is no such file. */
  read(name: string): Promise<Readable>;
  /** Returns the files whose names begin with a prefix, which ends with a slash or is empty, in the order of their names. */
  list(prefix: string): Promise<PlacedFile[]>;
  /** A file that is gone already is no failure. */
  remove(name: string): Promise<void>;
  /** Removes all whose names begin with a prefix, which ends with a slash, and into which nobody puts anything meanwhile. */
  removeAll(prefix: string): Promise<void>;
}
