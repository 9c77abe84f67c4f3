import { type BackupStatus, readBackupStatus } from "@/lib/core/backup-status";
import type { Actor } from "@/lib/core/context";
import type { DatabaseCopier } from "@/lib/core/ports/database-copier";
import type { PastStep } from "@/lib/core/ports/past-databases";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { addHost } from "@/lib/hosting/hosts/add";
import { carryOutPastRestore } from "@/lib/hosting/past-restores/carry-out";
import { listPastRestores } from "@/lib/hosting/past-restores/list";
import { requestPastRestore } from "@/lib/hosting/past-restores/request";
import { PostgresHost } from "@/lib/infra/postgres-host/postgres-host";
import { noCrashPoint } from "@/lib/infra/system";
import { noteHostNames, writeListedHosts } from "@/lib/server/backups/hosts/host-files";
import { withRecovery } from "@/lib/server/backups/restore/bring-back";
import { BackedUp } from "./backups";
import { OPERATOR, type TestOrganisation } from "./context";
import { queryOne } from "./data-folder";
import { createReadyDatabase, type HostingService, openHostingService } from "./databases";
import { KeptRegisteredHost } from "./registered-host";

const NAME = "pg-1";

/** The hosting service with backups, and a registered host that has all databases and is backed up. */
export class RegisteredPast {
  readonly world = new BackedUp();
  readonly kept = new KeptRegisteredHost(this.world);
  service!: HostingService;
  organisation!: TestOrganisation;

  async start(): Promise<void> {
    await this.world.start();
    await this.kept.start();
    await this.kept.allowReplication();
    this.service = await openHostingService(this.world.clusters.host);
    this.organisation = await this.service.organisation();
    const { cluster, host } = this.kept;
    const place = { publicHost: cluster.address, publicPort: cluster.port, sslMode: null, sharesBlocks: false };
    const added = await addHost(
      await this.service.context(OPERATOR),
      { name: NAME, kind: "shared", capacity: 100, provisionerUrl: cluster.url, ...place },
      (provisionerUrl) => new PostgresHost({ provisionerUrl, sharesBlocks: false, onError: () => undefined }),
    );
    host.id = added.id;
    await this.service.db.host.update({ where: { id: this.service.hostId }, data: { status: "draining" } });
    await this.world.openEngine();
    await this.kept.openEngine();
    await noteHostNames(this.world.engine.repository, [{ id: host.id, name: NAME }]);
    await this.#list(null);
  }

  get owner(): Actor {
    return this.organisation.member.owner;
  }

  /** Makes a ready database on the registered host. */
  make(name?: string): Promise<string> {
    return createReadyDatabase(this.service, this.owner, name);
  }

  /** Sends all that is written, and says so as the service does. */
  async ship(): Promise<void> {
    await this.world.shipAll();
    await this.kept.engine.ship();
    // The times that can be restored are said in the round after.
    await this.kept.engine.ship();
    await this.kept.engine.say(null);
    await this.world.engine.say(null);
  }

  /** Says the reason for which the host can't be backed up; `null` for none. */
  #list(obstacle: string | null): Promise<void> {
    return writeListedHosts(this.world.folder.path, [{ id: this.kept.host.id, name: NAME, obstacle }]);
  }

  readBackups = (): Promise<BackupStatus | null> => readBackupStatus(this.world.folder.path);

  async contextOf(actor: Actor) {
    return { ...(await this.service.context(actor)), readBackups: this.readBackups };
  }

  async request(databaseId: string, at: Date, name: string, actor: Actor = this.owner) {
    return requestPastRestore(await this.contextOf(actor), { databaseId, at, name });
  }

  async list(databaseId: string) {
    return listPastRestores(await this.contextOf(this.owner), { databaseId });
  }

  /** Carries a restore out as the service's process does, which is told to stop at a point. */
  async carryOut(
    databaseId: string,
    stopAt?: `past-restore.${PastStep | "made" | "copied"}`,
    copier?: DatabaseCopier,
  ): Promise<void> {
    const stopping = new AbortController();
    const ctx = {
      ...(await this.contextOf(OPERATOR)),
      ...(copier && { copier }),
      crashPoint: (name: string) => void (name === stopAt && stopping.abort()),
    };
    const quiet = { onProgress: () => undefined, crashPoint: noCrashPoint, signal: stopping.signal };
    const options = { dataDir: this.world.folder.path, settings: this.world.settings, ...quiet };
    await withRecovery(options, (recovery) => carryOutPastRestore(ctx, recovery, databaseId));
  }

  async urlOf(databaseId: string): Promise<string> {
    return (await revealConnectionString(await this.service.context(this.owner), { databaseId })).connectionString;
  }

  /** Returns the names of the databases and of the service's roles on the registered host. */
  async leftOnHost(): Promise<string[]> {
    const text = `SELECT array_agg(name ORDER BY name) AS names FROM (
      SELECT datname::text AS name FROM pg_database WHERE datname ~ '^db_'
      UNION ALL SELECT 'role ' || rolname FROM pg_roles WHERE rolname ~ '^(db|sh|ro|fn|eu)_') AS left_there`;
    return (await queryOne(this.kept.urlOf("postgres"), text))?.names as string[];
  }

  async remove(): Promise<void> {
    await this.service?.close();
    await this.kept.remove();
    await this.world.remove();
  }
}
