import { writeFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { z } from "zod";
import type { FunctionContext } from "../context";

const StoredSources = z.object({ entry: z.string(), files: z.record(z.string(), z.string()) });
/** The files that a version was bundled from, by path, and the one whose default export answers. */
export type StoredSources = z.infer<typeof StoredSources>;

/** The row that names them is there first, so that no bytes are without one. */
export async function storeSources(ctx: FunctionContext, sourcesId: string, sources: StoredSources): Promise<void> {
  await storeText(ctx, sourcesId, JSON.stringify(sources));
}

export async function storeText({ objects }: FunctionContext, bytesId: string, content: string): Promise<void> {
  const staged = await objects.stagedFile(bytesId);
  await writeFile(staged, content, { mode: 0o600 });
  await objects.adopt(staged, bytesId);
}

export async function readStoredSources({ objects }: FunctionContext, sourcesId: string): Promise<StoredSources> {
  return StoredSources.parse(JSON.parse(await text(await objects.read(sourcesId))));
}
