import { rm } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import PQueue from "p-queue";
import type { BackupRepository } from "../repository";
import { sentenceOf } from "../sentence-of";
import { noteHostNames, writeListedHosts } from "./host-files";
import { HostKeeper, type KeeperOptions } from "./host-keeper";
import type { RegisteredHost } from "./registered-host";

const LOOK_MILLISECONDS = 10_000;

export interface HostsOptions extends Omit<KeeperOptions, "turns" | "onLooked"> {
  /** Returns the registered hosts of this moment. */
  listHosts: () => Promise<RegisteredHost[]>;
  /** The repository of the installation, in which theirs are. */
  repository: BackupRepository;
  lookMilliseconds?: number;
}

/** Keeps all registered hosts, each for itself, until it is stopped. Those that are added or removed are noticed. */
export async function runHostBackups(options: HostsOptions, signal: AbortSignal): Promise<void> {
  const { lookMilliseconds = LOOK_MILLISECONDS } = options;
  const hosts = new KeptHosts(options);
  await rm(options.spool, { recursive: true, force: true });
  let lastFailure: string | null = null;
  while (!signal.aborted) {
    const failure = await options
      .listHosts()
      .then((found) => hosts.update(found))
      .then(() => null, sentenceOf);
    if (failure !== null && failure !== lastFailure) options.logger.warn(`Backups of hosts: ${failure}`);
    lastFailure = failure;
    await delay(lookMilliseconds, undefined, { signal }).catch(() => undefined);
  }
  await hosts.stop();
}

function isSame(one: RegisteredHost, other: RegisteredHost): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

class KeptHosts {
  readonly #options: HostsOptions;
  readonly #turns = new PQueue({ concurrency: 1 });
  readonly #keepers = new Map<string, HostKeeper>();
  /** The obstacles of the hosts that were looked at. */
  readonly #obstacles = new Map<string, string | null>();
  #written: Promise<void> = Promise.resolve();
  /** The hosts that were written down. */
  #names = "";

  constructor(options: HostsOptions) {
    this.#options = options;
  }

  /** A host whose address or name has changed is begun anew. */
  async update(hosts: readonly RegisteredHost[]): Promise<void> {
    const ids = new Set(hosts.map(({ id }) => id));
    const gone = [...this.#keepers.values()].filter(({ host }) => !ids.has(host.id));
    for (const keeper of gone) {
      this.#forget(keeper);
      await keeper.leaveOff();
    }
    for (const host of hosts) {
      const keeper = this.#keepers.get(host.id);
      if (keeper && isSame(keeper.host, host)) continue;
      if (keeper) {
        this.#forget(keeper);
        await keeper.stop();
      }
      this.#begin(host);
    }
    const names = JSON.stringify(hosts.map(({ id, name }) => ({ id, name })));
    if (names === this.#names) return;
    await noteHostNames(this.#options.repository, hosts);
    await this.#write();
    this.#names = names;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#keepers.values()].map((keeper) => keeper.stop()));
    await this.#written;
  }

  #begin(host: RegisteredHost): void {
    const onLooked = async (obstacle: string | null) => {
      if (this.#obstacles.get(host.id) === obstacle && this.#obstacles.has(host.id)) return;
      this.#obstacles.set(host.id, obstacle);
      if (obstacle !== null)
        this.#options.logger.warn({ hostId: host.id }, `${host.name} isn't backed up. ${obstacle}`);
      await this.#write();
    };
    const keeper = new HostKeeper(host, { ...this.#options, turns: this.#turns, onLooked });
    this.#keepers.set(host.id, keeper);
    keeper.start();
  }

  #forget({ host }: HostKeeper): void {
    this.#keepers.delete(host.id);
    this.#obstacles.delete(host.id);
  }

  /** One after another, so that the last word is the newest. */
  #write(): Promise<void> {
    this.#written = this.#written
      .catch(() => undefined)
      .then(async () => {
        const hosts = [...this.#keepers.values()].map(({ host: { id, name } }) => {
          return { id, name, obstacle: this.#obstacles.get(id) ?? null };
        });
        await writeListedHosts(this.#options.dataDir, hosts);
      });
    return this.#written;
  }
}
