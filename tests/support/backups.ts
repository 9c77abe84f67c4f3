import { EventEmitter, once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay, setImmediate as turn } from "node:timers/promises";
import { Client } from "pg";
import type { BackupPlaceSettings, BackupSettings } from "@/lib/core/backup-settings";
import type { BackupProof } from "@/lib/core/backup-status";
import { openPlace } from "@/lib/infra/backup-place/open-place";
import { noCrashPoint } from "@/lib/infra/system";
import { BackupEngine } from "@/lib/server/backups/engine";
import type { Manifest } from "@/lib/server/backups/manifest";
import type { Pace } from "@/lib/server/backups/pace";
import { type ProofRun, proveBackups } from "@/lib/server/backups/prove/command";
import { type BackupRepository, ensureRepository, openRepository } from "@/lib/server/backups/repository";
import { planRestore } from "@/lib/server/backups/restore/plan";
import { restoreInstallation } from "@/lib/server/backups/restore/restore";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/lib/server/embedded-postgres/start";
import { DataFolder, queryOne } from "./data-folder";

export const PASSPHRASE = "a passphrase of the tests";
const PATIENCE_MILLISECONDS = 30_000;
/** A commit is in the WAL files when it is acknowledged, as in a real cluster; the disk need not have it. */
const SETTINGS = { fsync: "off" };

/** An installation without the service's processes, whose backups this process makes. */
export class BackedUp {
  readonly folder = new DataFolder();
  readonly settings: BackupSettings;
  #clusters: EmbeddedPostgres | null = null;
  #engine: BackupEngine | null = null;
  #shipping: { stop: () => Promise<void> } | null = null;
  #others: DataFolder[] = [];

  constructor(place?: BackupPlaceSettings) {
    const passphraseFile = join(this.folder.parent, "passphrase");
    writeFileSync(passphraseFile, `${PASSPHRASE}\n`, { mode: 0o600 });
    const own = { folder: join(this.folder.parent, "place") };
    this.settings = {
      place: place ?? own,
      passphraseFile,
      everySeconds: 1,
      keepDays: 14,
      bytesPerSecond: null,
      scratch: null,
    };
  }

  get placeFolder(): string {
    return join(this.folder.parent, "place");
  }

  get keyRing(): string {
    return readFileSync(join(this.folder.path, "secret-keys"), "utf8").trim();
  }

  get clusters(): EmbeddedPostgres {
    if (!this.#clusters) throw new Error("the clusters don't run");
    return this.#clusters;
  }

  get engine(): BackupEngine {
    if (!this.#engine) throw new Error("no engine is open");
    return this.#engine;
  }

  async start(): Promise<void> {
    const log = () => undefined;
    this.#clusters = await startEmbeddedPostgres({ dataDir: this.folder.path, log, settings: SETTINGS });
  }

  async openEngine(pace: Pace | null = null): Promise<BackupEngine> {
    this.#engine = await this.openEngineOn(this.settings.place, pace);
    return this.#engine;
  }

  /** Opens an engine of its own on a place, such as a copy that a test has damaged. */
  openEngineOn(place: BackupPlaceSettings, pace: Pace | null = null): Promise<BackupEngine> {
    return BackupEngine.open({
      ...{ dataDir: this.folder.path, settings: { ...this.settings, place } },
      ...{ readKeyRing: () => this.keyRing, isElsewhere: false, pace },
      ...{ log: () => undefined, crashPoint: noCrashPoint },
    });
  }

  /** Sends new writes, one round after another, until `stopShipping`. */
  keepShipping(): void {
    const stopping = new AbortController();
    const run = async () => {
      for (; !stopping.signal.aborted; await delay(50)) await this.engine.ship();
    };
    const running = run();
    this.#shipping = {
      stop: () => {
        stopping.abort();
        return running;
      },
    };
  }

  async stopShipping(): Promise<void> {
    await this.#shipping?.stop();
    this.#shipping = null;
  }

  /** Sends all that is written, and ends the rounds. */
  async shipAll(): Promise<void> {
    await this.stopShipping();
    await this.engine.ship();
  }

  backUp(onProgress: (step: string, bytes: number) => void = () => undefined): Promise<Manifest> {
    return this.engine.backUp(onProgress, PATIENCE_MILLISECONDS);
  }

  /** Makes the repository in this process, in which passphrases cost little: commands then open it as quickly. */
  async makeRepository(): Promise<void> {
    await ensureRepository(openPlace(this.settings.place), PASSPHRASE);
  }

  repository(): Promise<BackupRepository> {
    return openRepository(openPlace(this.settings.place), PASSPHRASE);
  }

  /** Restores into a data folder of its own, which goes with this one. */
  async restore(target: Date | null): Promise<DataFolder> {
    const repository = await this.repository();
    const plan = await planRestore(repository, target);
    const restored = new DataFolder();
    this.#others.push(restored);
    await restoreInstallation({
      ...{ dataDir: restored.path, repository, plan, log: () => undefined },
      ...{ onProgress: () => undefined, crashPoint: noCrashPoint },
    });
    return restored;
  }

  /** Proves the newest backup, of this place unless the settings say another. */
  async prove(changes: Partial<ProofRun> = {}): Promise<BackupProof> {
    const { own } = await proveBackups({
      ...{ dataDir: this.folder.path, settings: this.settings, isElsewhere: false },
      ...{ onProgress: () => undefined, crashPoint: noCrashPoint, signal: new AbortController().signal },
      ...changes,
    });
    if (own === null) throw new Error("nothing was due");
    return own;
  }

  /** Puts bytes where the store of objects keeps them. */
  putObject(id: string, text: string): void {
    const folder = join(this.folder.path, "objects", "kept", id.slice(-2));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, id), text);
  }

  async remove(): Promise<void> {
    await this.stopShipping();
    await this.#clusters?.stop();
    for (const folder of [...this.#others, this.folder]) await folder.remove();
  }
}

/** Writes numbers into a table of both clusters, one transaction each, until it is stopped. */
export class NumberWriter {
  readonly #urls: readonly string[];
  readonly #stopping = new AbortController();
  #running: Promise<unknown> = Promise.resolve();
  readonly #written = new Map<string, number>();
  readonly #progress = new EventEmitter();

  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  async start(): Promise<void> {
    for (const url of this.#urls) await queryOne(url, "CREATE TABLE number (n int, filler text)");
    this.#running = Promise.all(this.#urls.map((url) => this.#write(url)));
  }

  /** Waits until so high a number was acknowledged everywhere. */
  async reach(number: number): Promise<void> {
    while (this.#urls.some((url) => (this.#written.get(url) ?? 0) < number)) await once(this.#progress, "written");
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #write(url: string): Promise<void> {
    const client = new Client({ connectionString: url });
    await client.connect();
    for (let n = 1; !this.#stopping.signal.aborted; n += 1) {
      await client.query("INSERT INTO number VALUES ($1, repeat('x', 500))", [n]);
      // Blocks that the backup has copied already are changed again.
      if (n % 50 === 0) await client.query("UPDATE number SET filler = filler || 'y' WHERE n % 7 = 0");
      this.#written.set(url, n);
      this.#progress.emit("written");
    }
    await client.end();
  }
}

/** Returns the highest number, and whether all below it are there. */
export async function readNumbers(url: string): Promise<{ highest: number; isWhole: boolean }> {
  const row = await queryOne(url, "SELECT coalesce(max(n), 0) AS highest, count(*)::int AS count FROM number");
  return { highest: Number(row?.highest), isWhole: row?.highest === row?.count };
}

/** Returns a moment after all that was, when it has come. */
export async function nextMillisecond(): Promise<Date> {
  const last = Date.now();
  while (Date.now() === last) await turn();
  return new Date();
}
