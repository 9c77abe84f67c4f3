import { buffer } from "node:stream/consumers";
import type { BackupRepository } from "../repository";
import { type IndexEntry, unpackIndex } from "./index-entry";

/**
 * Yields the entries of an index. Each part is small, and read at once: a store may end a connection that is read for
 * hours.
 */
export async function* readIndex(
  repository: BackupRepository,
  parts: readonly string[],
): AsyncGenerator<IndexEntry, void> {
  for (const name of parts) yield* unpackIndex(await buffer(await repository.read(name)));
}
