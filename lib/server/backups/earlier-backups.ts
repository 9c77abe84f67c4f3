import type { EarlierCopy } from "./blocks/block-finder";
import { volumesToKeep } from "./blocks/volume-table";
import { listManifests, type Manifest } from "./manifest";
import type { BackupRepository } from "./repository";
import type { ClusterName } from "./running-clusters";

/** The base backups to whose blocks a new one may refer. */
export class EarlierBackups {
  readonly #newestFirst: readonly Manifest[];
  readonly #there: ReadonlySet<string>;

  private constructor(newestFirst: readonly Manifest[], there: ReadonlySet<string>) {
    this.#newestFirst = newestFirst;
    this.#there = there;
  }

  /** Leaves those out that were begun before a proof has failed: a volume of theirs may be damaged. */
  static async read(repository: BackupRepository, failedAt: Date | null): Promise<EarlierBackups> {
    const manifests = await listManifests(repository);
    const trusted = manifests.filter(({ startedAt }) => failedAt === null || startedAt > failedAt);
    const there = new Set((await repository.list("base/")).map(({ name }) => name));
    return new EarlierBackups(trusted.reverse(), there);
  }

  /**
   * Returns the newest copy of a cluster; `null` where none has the cluster's own history, or was written by blocks, or
   * still has its index. Volumes that have disappeared are not referred to.
   */
  find(cluster: ClusterName, systemIdentifier: string): EarlierCopy | null {
    const newest = this.#newestFirst[0]?.clusters[cluster];
    if (!newest?.blocks || newest.systemIdentifier !== systemIdentifier) return null;
    const { index, volumes } = newest.blocks;
    if (!index.every((name) => this.#there.has(name))) return null;
    const kept = volumesToKeep(volumes);
    return {
      index,
      volumes: newest.volumes.map((name, at) => ({
        ...{ name, blocks: volumes[at]?.blocks ?? 0 },
        isKept: (kept[at] ?? false) && this.#there.has(name),
      })),
    };
  }
}
