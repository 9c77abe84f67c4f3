import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeFiles } from "@/lib/server/backups/blocks/write-files";
import {
  type ClusterBackup,
  copiesOf,
  type Manifest,
  objectListName,
  writeManifest,
} from "@/lib/server/backups/manifest";
import type { BackupRepository } from "@/lib/server/backups/repository";
import type { ClusterName } from "@/lib/server/backups/running-clusters";

/** Puts a base backup again, newer by a millisecond and in the form of earlier versions: volumes with whole files. */
export async function putInWholeFiles(repository: BackupRepository, made: Manifest): Promise<Manifest> {
  const id = `${made.id}-whole`;
  const clusters = {} as Record<ClusterName, ClusterBackup>;
  for (const [name, { blocks, ...cluster }] of copiesOf(made)) {
    const folder = await mkdtemp(join(tmpdir(), "coppice-whole-files-"));
    const below = { folder, owner: null, onBytes: () => undefined };
    await writeFiles({ repository, index: blocks?.index ?? [], volumes: cluster.volumes }, below);
    const volume = `base/${id}/${name}-00001`;
    await repository.put(volume, packedBelow(folder));
    await rm(folder, { recursive: true });
    // Earlier versions know nothing of blocks.
    clusters[name] = { ...cluster, volumes: [volume] } as ClusterBackup;
  }
  await repository.putText(objectListName(id), await repository.readText(objectListName(made.id)));
  const later = new Date(made.finishedAt.getTime() + 1);
  const manifest = { ...made, id, finishedAt: later, clusters };
  await writeManifest(repository, manifest);
  return manifest;
}

/** Yields entries one after another: the length of a header, the header as JSON, and as many bytes as it says. */
async function* packedBelow(folder: string): AsyncIterable<Buffer> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const bytes = entry.isFile() ? await readFile(path) : Buffer.alloc(0);
    const kind = entry.isFile() ? "file" : "folder";
    const header = Buffer.from(JSON.stringify({ kind, path: path.slice(folder.length + 1), size: bytes.length }));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(header.length);
    yield Buffer.concat([length, header, bytes]);
  }
}
