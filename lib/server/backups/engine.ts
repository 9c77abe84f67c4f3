import type { BackupSettings } from "@/lib/core/backup-settings";
import { readBackupStatus, type ShippingStatus } from "@/lib/core/backup-status";
import type { CrashPoint } from "@/lib/core/ports/crash-point";
import { openPlace } from "@/lib/infra/backup-place/open-place";
import { KeyRingShipper } from "./key-rings";
import { withBackupLock } from "./locks";
import { parseLsn } from "./lsn";
import { listManifests, type Manifest } from "./manifest";
import { readPassphrase } from "./passphrase-file";
import { readReach, writeReach } from "./reach";
import { type BackupRepository, ensureRepository, openRepository } from "./repository";
import { deleteExpired } from "./retention";
import { type BackedUpCluster, type ClusterName, findBackedUpClusters } from "./running-clusters";
import { ObjectShipper } from "./ship-objects";
import { type WalPosition, WalShipper } from "./ship-wal";
import { writeStatus } from "./status-file";
import { takeBackup } from "./take-backup";
import { chainFrom, listPieces, reachOf } from "./wal-pieces";

/** While nothing is written, how far everything reaches is said this often. */
const REACH_MILLISECONDS = 60_000;
const MOST_GAPS = 10;

export interface EngineOptions {
  dataDir: string;
  settings: BackupSettings;
  readKeyRing: () => string;
  /** Whether a store elsewhere has the objects. */
  isElsewhere: boolean;
  log: (line: string) => void;
  crashPoint: CrashPoint;
}

/**
 * Sends the clusters' writes, and makes base backups. `ship` and `look` are for one caller of a data folder at a time.
 */
export class BackupEngine {
  readonly #options: EngineOptions;
  readonly #repository: BackupRepository;
  readonly #clusters: readonly BackedUpCluster[];
  readonly #shippers: Record<ClusterName, WalShipper>;
  readonly #objects: ObjectShipper;
  readonly #keys: KeyRingShipper;
  #reachedAt = 0;
  /** The last piece sent may have been committed after the time that was said with it. */
  #isReachBehind = false;
  #status: ShippingStatus;
  /** WAL was lost, so later WAL needs a base backup of its own. */
  needsBackup = false;

  private constructor(options: EngineOptions, repository: BackupRepository, clusters: readonly BackedUpCluster[]) {
    this.#options = options;
    this.#repository = repository;
    this.#clusters = clusters;
    const shipperOf = (cluster: BackedUpCluster) =>
      new WalShipper(cluster, repository, () => this.#noteGap(`The write-ahead log of ${cluster.name}`));
    this.#shippers = Object.fromEntries(clusters.map((each) => [each.name, shipperOf(each)])) as Record<
      ClusterName,
      WalShipper
    >;
    this.#objects = new ObjectShipper(options.dataDir, repository);
    this.#keys = new KeyRingShipper(repository, options.readKeyRing);
    const { everySeconds } = options.settings;
    const nothing = { upTo: null, lastBackupAt: null, restorableFrom: null, restorableTo: null, failure: null };
    this.#status = { at: new Date(), place: repository.name, everySeconds, ...nothing, gaps: [] };
  }

  /** Opens the place, which is made where it is empty. Throws `OperatorError`. */
  static async open(options: EngineOptions): Promise<BackupEngine> {
    const { dataDir, settings } = options;
    const { instanceId, clusters } = await findBackedUpClusters(dataDir);
    const place = openPlace(settings.place);
    const passphrase = await readPassphrase(settings.passphraseFile);
    const before = await readBackupStatus(dataDir);
    const hasBackups = before?.place === place.name && before.lastBackupAt !== null;
    const repository = await (hasBackups ? openRepository : ensureRepository)(place, passphrase);
    await repository.claim(instanceId);
    const engine = new BackupEngine(options, repository, clusters);
    engine.#noteBackups(await listManifests(repository));
    const restorableTo = (await readReach(repository))?.at ?? null;
    engine.#status = { ...engine.#status, restorableTo };
    return engine;
  }

  get status(): ShippingStatus {
    return this.#status;
  }

  /** Sends everything that was written. The order makes all files that are there after a crash fit together. */
  async ship(): Promise<void> {
    await this.#keys.ship();
    const control = await this.#shippers.control.look();
    const host = await this.#shippers["host-1"].look();
    const objects = this.#options.isElsewhere ? 0 : await this.#objects.ship();
    const bytes = await this.#shippers["host-1"].ship(host);
    this.#options.crashPoint("backup:ship:host");
    const sent = objects + bytes + (await this.#shippers.control.ship(control));
    this.#options.crashPoint("backup:ship:control");
    await this.#noteReach(control, host, sent > 0);
  }

  /** Throws `OperatorError` while another base backup of this data folder is made. */
  async backUp(onProgress: (step: string, bytes: number) => void, patienceMilliseconds: number): Promise<Manifest> {
    return withBackupLock(this.#options.dataDir, async () => {
      const { isElsewhere, crashPoint, settings } = this.#options;
      const lostBefore = this.#status.gaps.length;
      const manifest = await takeBackup({
        ...{ repository: this.#repository, clusters: this.#clusters, objects: this.#objects },
        ...{ isElsewhere, patienceMilliseconds, onProgress, crashPoint },
      });
      if (this.#status.gaps.length === lostBefore) this.needsBackup = false;
      await deleteExpired(this.#repository, { ...settings, objects: this.#objects, now: new Date() });
      this.#noteBackups(await listManifests(this.#repository));
      return manifest;
    });
  }

  /**
   * Reads the content of the place, where commands make backups too, and where a file may have been lost. Throws
   * `OperatorError` where the place itself is gone.
   */
  async look(): Promise<void> {
    await this.#repository.requireThere();
    const manifests = await listManifests(this.#repository);
    this.#noteBackups(manifests);
    const newest = manifests.at(-1);
    if (!newest || this.needsBackup) return;
    const names = new Set((await this.#repository.list("base/")).map(({ name }) => name));
    const reach = await readReach(this.#repository);
    for (const { name } of this.#clusters) {
      const { systemIdentifier, timeline, startLsn, volumes } = newest.clusters[name];
      const pieces = await listPieces(this.#repository, { cluster: name, systemIdentifier });
      const reached = reachOf(chainFrom(pieces, timeline, parseLsn(startLsn))) ?? 0n;
      if (reached < (reach?.clusters[name] ?? 0n)) this.#noteGap(`The write-ahead log of ${name}`);
      if (volumes.some((volume) => !names.has(volume))) this.#noteGap(`A part of the base backup of ${name}`);
    }
  }

  /** Says in the data folder how it stands. */
  async say(failure: string | null): Promise<void> {
    this.#status = { ...this.#status, at: new Date(), failure };
    await writeStatus(this.#options.dataDir, this.#status);
  }

  #noteBackups(manifests: readonly Manifest[]): void {
    const lastBackupAt = manifests.at(-1)?.finishedAt ?? null;
    this.#status = { ...this.#status, lastBackupAt, restorableFrom: manifests[0]?.finishedAt ?? null };
  }

  #noteGap(what: string): void {
    this.needsBackup = true;
    this.#status = { ...this.#status, gaps: [...this.#status.gaps, new Date()].slice(-MOST_GAPS) };
    this.#options.log(`${what} is missing in ${this.#repository.name}. A new base backup begins.`);
  }

  async #noteReach(control: WalPosition, host: WalPosition, isNew: boolean): Promise<void> {
    const at = control.at;
    let { restorableTo } = this.#status;
    if (isNew || this.#isReachBehind || performance.now() - this.#reachedAt > REACH_MILLISECONDS) {
      const clusters = { control: control.flushed, "host-1": host.flushed };
      const canaries = { control: control.canary, "host-1": host.canary };
      await writeReach(this.#repository, { at, clusters, canaries });
      this.#reachedAt = performance.now();
      restorableTo = at;
    }
    this.#isReachBehind = isNew;
    this.#status = { ...this.#status, upTo: at, restorableTo };
  }
}
