import type { BackupSettings } from "@/lib/core/backup-settings";
import { readBackupProofs, readBackupStatus, type ShippingStatus } from "@/lib/core/backup-status";
import type { CrashPoint } from "@/lib/core/ports/crash-point";
import { openPlace } from "@/lib/infra/backup-place/open-place";
import type { BackupSource } from "./base-backup";
import { findSources } from "./find-sources";
import { KeyRingShipper } from "./key-rings";
import { withBackupLock } from "./locks";
import { parseLsn, SEGMENT_BYTES, segmentStart } from "./lsn";
import { listManifests, type Manifest } from "./manifest";
import type { Pace } from "./pace";
import { readPassphrase } from "./passphrase-file";
import { type Positions, reachOf, readReach, writeReach } from "./reach";
import { type BackupRepository, ensureRepository, openRepository } from "./repository";
import { findSpans, joinSpans, type RestorableSpan } from "./restorable";
import { deleteExpired, timeAfter } from "./retention";
import type { ClusterName } from "./running-clusters";
import { ObjectShipper } from "./ship-objects";
import { WalShipper } from "./ship-wal";
import { NOTHING_SENT, writeStatus } from "./status-file";
import { takeBackup } from "./take-backup";

/** While nothing is written, how far everything reaches is said this often. */
const REACH_MILLISECONDS = 60_000;
const MOST_GAPS = 10;

export interface EngineOptions {
  dataDir: string;
  settings: BackupSettings;
  readKeyRing: () => string;
  /** Whether a store elsewhere has the objects. */
  isElsewhere: boolean;
  /** Keeps the host alone, for a local window: neither objects nor the key ring, and no canary is written. */
  isOfHostAlone?: boolean;
  /** A registered host; by default, the clusters of the data folder. */
  registered?: { instanceId: string; source: BackupSource };
  /** Holds base backups and objects back, never WAL. */
  pace: Pace | null;
  log: (line: string) => void;
  crashPoint: CrashPoint;
}

/**
 * Sends the clusters' writes, and makes base backups. `ship` and `look` are for one caller of a data folder at a time.
 */
export class BackupEngine {
  readonly #options: EngineOptions;
  readonly repository: BackupRepository;
  readonly #sources: readonly BackupSource[];
  readonly #shippers: readonly [ClusterName, WalShipper][];
  readonly #objects: ObjectShipper | null;
  readonly #keys: KeyRingShipper | null;
  #reachedAt = 0;
  /** The last piece sent, or the newest base backup, may have ended after the time that was said with it. */
  #isReachBehind = false;
  #spans: readonly RestorableSpan[] = [];
  /** The moment that `reach` says. */
  #reachedTo: Date | null = null;
  /** WAL was lost, or a base backup made, since the spans were read. Only the rounds read them, so never two at a time. */
  #areSpansOld = false;
  #status: ShippingStatus;
  /** The end of the newest base backup's own WAL, and the position up to which everything was written then. */
  #hostBackedUpTo: bigint | null = null;
  #hostWrittenTo = 0n;
  #isSendingObjects = false;
  #sentObjects = 0;
  #objectsFailure: unknown = null;
  /** WAL was lost, so later WAL needs a base backup of its own. */
  needsBackup = false;

  private constructor(options: EngineOptions, repository: BackupRepository, sources: readonly BackupSource[]) {
    this.#options = options;
    this.repository = repository;
    this.#sources = sources;
    const keepsAll = !options.isOfHostAlone;
    this.#shippers = sources.map(({ cluster }) => {
      const onLost = () => {
        this.#areSpansOld = true;
        this.#noteGap(`The write-ahead log of ${cluster.name}`);
      };
      return [cluster.name, new WalShipper(cluster, repository, { writesCanaries: keepsAll, onLost })];
    });
    this.#objects = keepsAll ? new ObjectShipper(options.dataDir, repository, options.pace) : null;
    this.#keys = keepsAll ? new KeyRingShipper(repository, options.readKeyRing) : null;
    const { everySeconds } = options.settings;
    this.#status = { at: new Date(), place: repository.name, everySeconds, ...NOTHING_SENT, failure: null };
  }

  /** Opens the place, which is made where it is empty. Throws `OperatorError`. */
  static async open(options: EngineOptions): Promise<BackupEngine> {
    const { dataDir, settings } = options;
    const { instanceId, sources } = await findSources(options);
    const place = openPlace(settings.place);
    const passphrase = await readPassphrase(settings.passphraseFile);
    const before = await readBackupStatus(dataDir);
    const hasBackups = before?.place === place.name && before.lastBackupAt !== null;
    const repository = await (hasBackups ? openRepository : ensureRepository)(place, passphrase);
    await repository.claim(instanceId);
    const engine = new BackupEngine(options, repository, sources);
    engine.#reachedTo = (await readReach(repository))?.at ?? null;
    await engine.#readBackups();
    return engine;
  }

  /** The bytes of the host's WAL since the newest base backup; `null` without one. */
  get hostBytesSinceBackup(): number | null {
    if (this.#hostBackedUpTo === null) return null;
    return Math.max(0, Number(this.#hostWrittenTo - this.#hostBackedUpTo));
  }

  get status(): ShippingStatus {
    return this.#status;
  }

  /**
   * Sends everything that was written, and returns how much that was. The order makes all files that are there after a
   * crash fit together.
   */
  async ship(): Promise<number> {
    await this.#keys?.ship();
    const positions: Positions = {};
    for (const [name, shipper] of this.#shippers.toReversed()) positions[name] = await shipper.look();
    let sent = await this.#shipObjects();
    for (const [name, shipper] of this.#shippers) {
      const position = positions[name];
      if (position) sent += await shipper.ship(position);
      this.#options.crashPoint(`backup:ship:${name}`);
    }
    this.#hostWrittenTo = positions["host-1"]?.flushed ?? 0n;
    await this.#noteReach(positions, sent > 0);
    const failure = this.#objectsFailure;
    this.#objectsFailure = null;
    if (failure !== null) throw failure;
    return sent;
  }

  /** Sends objects, beside the rounds if they are held back: writes don't wait for their bytes. */
  async #shipObjects(): Promise<number> {
    const { isElsewhere, pace } = this.#options;
    const objects = this.#objects;
    if (isElsewhere || objects === null) return 0;
    if (pace === null) return objects.ship();
    if (!this.#isSendingObjects) {
      this.#isSendingObjects = true;
      const noteFailure = (error: unknown) => {
        this.#objectsFailure = error;
      };
      void objects
        .ship()
        .then((count) => {
          this.#sentObjects += count;
        }, noteFailure)
        .finally(() => {
          this.#isSendingObjects = false;
        });
    }
    const sent = this.#sentObjects;
    this.#sentObjects = 0;
    return sent;
  }

  /** Throws `OperatorError` while another base backup of this data folder is made. */
  async backUp(onProgress: (step: string, bytes: number) => void, patienceMilliseconds: number): Promise<Manifest> {
    return withBackupLock(this.#options.dataDir, async () => {
      const { dataDir, isElsewhere, crashPoint, pace, settings } = this.#options;
      const { lastFailed } = await readBackupProofs(dataDir, this.repository.name);
      const lostBefore = this.#status.gaps.length;
      const manifest = await takeBackup({
        ...{ repository: this.repository, sources: this.#sources, objects: this.#objects },
        ...{ isElsewhere, failedAt: lastFailed?.at ?? null, pace, patienceMilliseconds, onProgress, crashPoint },
      });
      if (this.#status.gaps.length === lostBefore) this.needsBackup = false;
      const now = timeAfter(this.#status.lastBackupAt);
      await deleteExpired(this.repository, { ...settings, objects: this.#objects, now });
      this.#areSpansOld = true;
      this.#noteNewest(manifest);
      return manifest;
    });
  }

  /** Deletes everything that no second of the last days needs. */
  async expire(keepDays: number): Promise<void> {
    const options = { keepDays, objects: this.#objects, now: new Date() };
    await withBackupLock(this.#options.dataDir, () => deleteExpired(this.repository, options));
    this.#areSpansOld = true;
  }

  /**
   * Reads the content of the place, where commands make backups too, and where a file may have been lost. Throws
   * `OperatorError` where the place itself is gone.
   */
  async look(): Promise<void> {
    await this.repository.requireThere();
    await this.#readBackups();
    const missing = this.#spans.at(-1)?.missing ?? null;
    if (missing !== null && !this.needsBackup) this.#noteGap(missing);
  }

  /** Says in the data folder how it stands. */
  async say(failure: string | null): Promise<void> {
    this.#status = { ...this.#status, at: new Date(), failure };
    await writeStatus(this.#options.dataDir, this.#status);
  }

  async #readBackups(): Promise<void> {
    [this.#areSpansOld, this.#isReachBehind] = [false, true];
    try {
      const manifests = await listManifests(this.repository);
      this.#spans = await findSpans(this.repository, manifests);
      this.#noteNewest(manifests.at(-1) ?? null);
    } catch (error) {
      this.#areSpansOld = true;
      throw error;
    }
    this.#noteRestorable();
  }

  #noteNewest(manifest: Manifest | null): void {
    const stop = manifest?.clusters["host-1"]?.stopLsn;
    // The end of a base backup switches to the next segment.
    this.#hostBackedUpTo = stop === undefined ? null : segmentStart(parseLsn(stop) - 1n) + SEGMENT_BYTES;
    this.#status = { ...this.#status, lastBackupAt: manifest?.finishedAt ?? null };
  }

  #noteRestorable(): void {
    if (this.#reachedTo !== null) this.#status = { ...this.#status, ...joinSpans(this.#spans, this.#reachedTo) };
  }

  #noteGap(what: string): void {
    this.needsBackup = true;
    this.#status = { ...this.#status, gaps: [...this.#status.gaps, new Date()].slice(-MOST_GAPS) };
    this.#options.log(`${what} is missing in ${this.repository.name}. A new base backup begins.`);
  }

  async #noteReach(positions: Positions, isNew: boolean): Promise<void> {
    const at = (positions.control ?? positions["host-1"])?.at ?? new Date(0);
    const { isElsewhere, pace } = this.#options;
    const objectsBefore = pace === null || isElsewhere ? null : (this.#objects?.wholeBefore ?? null);
    const isLate = this.#isReachBehind || performance.now() - this.#reachedAt > REACH_MILLISECONDS;
    this.#isReachBehind = isNew;
    if (isNew || this.#areSpansOld || isLate) {
      await writeReach(this.repository, { ...reachOf(positions), at, objectsBefore });
      this.#reachedAt = performance.now();
      this.#reachedTo = at;
      if (this.#areSpansOld) await this.#readBackups();
      else this.#noteRestorable();
    }
    this.#status = { ...this.#status, upTo: at, objectsUpTo: objectsBefore };
  }
}
