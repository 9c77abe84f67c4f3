import { z } from "zod";
import { OperatorError } from "@/lib/core/operator-error";
import type { BackupRepository } from "./repository";
import { CLUSTER_NAMES, type ClusterName } from "./running-clusters";

const Lsn = z.string().regex(/^[0-9A-F]+\/[0-9A-F]+$/);

/** The blocks of a base backup's files, each stored once. */
const Blocks = z.object({
  /** The parts of the index, which has the place of each block. */
  index: z.array(z.string()),
  /** The number of blocks that each volume has, in their order, and the number of these that the backup uses. */
  volumes: z.array(z.object({ blocks: z.int(), used: z.int() })),
});

const ClusterBackup = z.object({
  systemIdentifier: z.string(),
  timeline: z.int(),
  startLsn: Lsn,
  stopLsn: Lsn,
  stoppedAt: z.coerce.date(),
  /** The volumes that it uses, those of earlier base backups included. */
  volumes: z.array(z.string()),
  /** `null` where volumes have whole files one after another, as earlier versions wrote them. */
  blocks: Blocks.nullable().default(null),
  files: z.int(),
  bytes: z.int(),
});

/** The manifest of a whole base backup. It is written last, so that a backup without one doesn't count. */
const Manifest = z.object({
  id: z.string(),
  startedAt: z.coerce.date(),
  /** The installation can be restored to any second from here on. */
  finishedAt: z.coerce.date(),
  /** A local window has the host alone. */
  clusters: z.partialRecord(z.enum(CLUSTER_NAMES), ClusterBackup),
  objects: z.object({ count: z.int(), isElsewhere: z.boolean() }),
});

export type Manifest = z.infer<typeof Manifest>;
export type ClusterBackup = z.infer<typeof ClusterBackup>;

/** Returns the clusters that a base backup has, in their order. */
export function copiesOf({ clusters }: Pick<Manifest, "clusters">): [ClusterName, ClusterBackup][] {
  return CLUSTER_NAMES.flatMap((name) => {
    const copy = clusters[name];
    return copy ? [[name, copy] as [ClusterName, ClusterBackup]] : [];
  });
}

/** Throws `OperatorError` for a cluster that isn't in the base backup. */
export function copyOf({ clusters, id }: Pick<Manifest, "clusters" | "id">, name: ClusterName): ClusterBackup {
  const copy = clusters[name];
  if (copy) return copy;
  throw new OperatorError(`${id} has no copy of ${name}: it's of a local window, which is no backup.`);
}

const MANIFEST = /^base\/([^/]+)\/manifest$/;

export const manifestName = (id: string) => `base/${id}/manifest`;
/** Returns the files of the repository that have a cluster's files. */
export function filesOf({ volumes, blocks }: ClusterBackup): string[] {
  return [...volumes, ...(blocks?.index ?? [])];
}

export const objectListName = (id: string) => `base/${id}/objects`;

export async function writeManifest(repository: BackupRepository, manifest: Manifest): Promise<void> {
  await repository.putText(manifestName(manifest.id), JSON.stringify(manifest));
}

/** Returns the whole base backups, the oldest first. */
export async function listManifests(repository: BackupRepository): Promise<Manifest[]> {
  const ids = (await repository.list("base/")).flatMap(({ name }) => MANIFEST.exec(name)?.[1] ?? []);
  const manifests = await Promise.all(
    ids.map(async (id) => Manifest.parse(JSON.parse(await repository.readText(manifestName(id))))),
  );
  return manifests.sort((one, other) => one.finishedAt.getTime() - other.finishedAt.getTime());
}
