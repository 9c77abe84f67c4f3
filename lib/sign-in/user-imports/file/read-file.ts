import { ServiceError } from "@/lib/core/errors";
import type { UserDraft } from "../imported-user";
import type { ImportSource } from "../resource";
import { draftOf } from "../sources/draft";
import type { HashParameters } from "../sources/firebase";
import { isBlank, readHeader, readRecord } from "./read-record";
import { shapeOf, sourceOf, unreadable } from "./recognise";
import { type FileShape, type RecordBytes, RecordSplitter } from "./split-records";

/** A file holds at most this much, and at most so many records. */
const MAX_FILE_BYTES = 1_024 ** 3;
const MAX_RECORDS = 2_000_000;

/** A record with its number in the file, from 1, and either the user it stands for or why it cannot be read. */
export type StoredRecord = [record: number, line: number, draft: UserDraft | null, problem: string | null];

export interface FileOptions {
  /** `null` where the file itself is to show it. */
  source: ImportSource | null;
  hashParameters: HashParameters | null;
}

/** Reads a file while it arrives. `source` is known once there is a record. */
export class UserFile {
  source: ImportSource | null;
  bytes = 0;
  records = 0;
  readonly #parameters: HashParameters | null;
  #shape: FileShape | null = null;
  #splitter: RecordSplitter | null = null;
  #header: string[] | null = null;

  constructor({ source, hashParameters }: FileOptions) {
    this.source = source;
    this.#parameters = hashParameters;
  }

  /** Yields the records, blank lines left out. Throws `invalid_request`, `body_too_large`. */
  async *read(body: AsyncIterable<Uint8Array>): AsyncGenerator<StoredRecord> {
    for await (const chunk of body) {
      this.bytes += chunk.byteLength;
      if (this.bytes > MAX_FILE_BYTES) throw new ServiceError("body_too_large", "The file can be at most 1 GB.");
      const splitter = this.#splitter ?? this.#begin(Buffer.from(chunk));
      yield* this.#recordsOf(splitter.push(this.#withoutMark(Buffer.from(chunk))));
    }
    if (this.#splitter === null) throw unreadable("The file is empty.");
    yield* this.#recordsOf(this.#splitter.end());
    if (this.records === 0) throw unreadable("The file contains no users.");
  }

  #begin(head: Buffer): RecordSplitter {
    this.#shape = shapeOf(this.#withoutMark(head));
    this.#splitter = new RecordSplitter(this.#shape);
    return this.#splitter;
  }

  /** Leaves out the byte order mark that some programs begin a file with. */
  #withoutMark(chunk: Buffer): Buffer {
    const isFirst = this.bytes === chunk.length;
    return isFirst && chunk.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? chunk.subarray(3) : chunk;
  }

  *#recordsOf(found: Iterable<RecordBytes>): Generator<StoredRecord> {
    const shape = this.#shape ?? "lines";
    for (const each of found) {
      if (isBlank(each)) continue;
      if (shape === "csv" && this.#header === null) {
        this.#header = readHeader(each);
        continue;
      }
      this.records += 1;
      if (this.records > MAX_RECORDS) throw unreadable(`The file can hold at most ${MAX_RECORDS} users.`);
      const read = readRecord(each, shape, this.#header ?? []);
      if ("problem" in read) {
        yield [this.records, each.line, null, read.problem];
        continue;
      }
      this.source ??= sourceOf(Object.keys(read.fields));
      yield [this.records, each.line, draftOf(this.source, read.fields, this.#parameters), null];
    }
  }
}
