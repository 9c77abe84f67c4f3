import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PQueue from "p-queue";
import { hostBackupFolder } from "@/lib/core/backup-status";
import { openPlace } from "@/lib/infra/backup-place/open-place";
import { noCrashPoint } from "@/lib/infra/system";
import { BackupEngine } from "@/lib/server/backups/engine";
import { findSpool, ownerOfHost, settingsOfHost } from "@/lib/server/backups/hosts/host-files";
import { hostSource } from "@/lib/server/backups/hosts/host-source";
import type { RegisteredHost } from "@/lib/server/backups/hosts/registered-host";
import type { Manifest } from "@/lib/server/backups/manifest";
import { type BackupRepository, openRepository } from "@/lib/server/backups/repository";
import { planRestore } from "@/lib/server/backups/restore/plan";
import { restoreHost } from "@/lib/server/backups/restore/restore-host";
import { startTemporaryCluster, type TemporaryCluster } from "@/lib/server/embedded-postgres/temporary-cluster";
import { type BackedUp, PASSPHRASE } from "./backups";
import { queryOne } from "./data-folder";

const PATIENCE_MILLISECONDS = 30_000;
/** A commit is in the WAL when it is acknowledged, as in a real cluster. */
const SETTINGS = { synchronous_commit: "on", max_slot_wal_keep_size: "256MB" };

/** A cluster beside an installation, such as an operator registers, and the engine that backs it up. */
export class KeptRegisteredHost {
  readonly folder = mkdtempSync(join(tmpdir(), "coppice-registered-"));
  readonly #world: BackedUp;
  #cluster: TemporaryCluster | null = null;
  #engine: BackupEngine | null = null;
  #started: TemporaryCluster[] = [];
  #copies = 0;

  constructor(world: BackedUp) {
    this.#world = world;
    chmodSync(this.folder, 0o711);
  }

  get cluster(): TemporaryCluster {
    if (!this.#cluster) throw new Error("the host doesn't run");
    return this.#cluster;
  }

  get engine(): BackupEngine {
    if (!this.#engine) throw new Error("no engine is open");
    return this.#engine;
  }

  /** It has another address after a start, which an open engine learns. */
  readonly host: RegisteredHost = {
    ...{ id: "host_0000000000000000000a", name: "pg-1", provisionerUrl: "", systemIdentifier: null },
  };

  get settings() {
    return settingsOfHost(this.#world.settings, this.host.id);
  }

  /** The connection string of a superuser in one database. */
  urlOf(database: string, { socketDirectory, port }: TemporaryCluster = this.cluster): string {
    return `postgresql://platform_root@/${database}?host=${encodeURIComponent(socketDirectory)}&port=${port}`;
  }

  async start(settings: Record<string, string> = {}): Promise<void> {
    this.#cluster = await this.#start("other", settings);
    this.host.provisionerUrl = this.#cluster.url;
  }

  async stop(): Promise<void> {
    await this.cluster.stop();
  }

  async allowReplication(): Promise<void> {
    await this.run("ALTER ROLE provisioner REPLICATION");
  }

  async run(...statements: string[]): Promise<void> {
    for (const statement of statements) await queryOne(this.urlOf("postgres"), statement);
  }

  async openEngine(onGap: (line: string) => void = () => undefined): Promise<BackupEngine> {
    const { instanceId, spool } = await findSpool(this.#world.folder.path, this.#world.settings);
    this.#engine = await BackupEngine.open({
      ...{ dataDir: hostBackupFolder(this.#world.folder.path, this.host.id), settings: this.settings },
      ...{ isOfHostAlone: true, isElsewhere: true, pace: null, readKeyRing: () => "" },
      registered: {
        instanceId: ownerOfHost(instanceId, this.host.id),
        source: hostSource(this.host, join(spool, this.host.id)),
      },
      ...{ log: onGap, crashPoint: noCrashPoint },
    });
    return this.#engine;
  }

  /** Makes a base backup while rounds go on, as the service does. */
  async backUp(onProgress: (step: string, bytes: number) => void = () => undefined): Promise<Manifest> {
    const turns = new PQueue({ concurrency: 1 });
    let isDone = false;
    const made = this.engine.backUp(onProgress, PATIENCE_MILLISECONDS).finally(() => {
      isDone = true;
    });
    made.catch(() => undefined);
    while (!isDone) await turns.add(() => this.engine.ship());
    return made;
  }

  repository(): Promise<BackupRepository> {
    return openRepository(openPlace(this.settings.place), PASSPHRASE);
  }

  /** Restores the cluster into a folder of its own, and starts a server on it. */
  async restore(target: Date | null): Promise<TemporaryCluster> {
    await this.restoreFiles(target);
    return this.startRestored();
  }

  /** Returns the data folder of the restored cluster. */
  async restoreFiles(target: Date | null): Promise<string> {
    const repository = await this.repository();
    const plan = await planRestore(repository, target);
    const folder = this.nextFolder();
    await restoreHost({ folder, postgresBin: null, repository, plan, onProgress: () => undefined });
    return folder;
  }

  /** Returns a data folder that isn't there yet, which `startRestored` then takes. */
  nextFolder(): string {
    this.#copies += 1;
    return join(this.folder, this.#restoredName, "data");
  }

  startRestored(): Promise<TemporaryCluster> {
    return this.#start(this.#restoredName, {});
  }

  get #restoredName(): string {
    return `restored-${this.#copies}`;
  }

  async remove(): Promise<void> {
    for (const cluster of this.#started) await cluster.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #start(name: string, settings: Record<string, string>): Promise<TemporaryCluster> {
    const all = { ...SETTINGS, ...settings };
    const options = { kind: "host", folder: this.folder, name, settings: all, log: () => undefined } as const;
    const cluster = await startTemporaryCluster(options);
    this.#started.push(cluster);
    return cluster;
  }
}
