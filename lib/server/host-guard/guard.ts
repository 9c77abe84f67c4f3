import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { codeOf } from "@/lib/core/error-code";
import { CUSTOMER_LOGIN_ROLE } from "@/lib/core/ids";
import { SQLSTATE } from "@/lib/core/sql-state";
import { endSession } from "./act/end-session";
import { Journal } from "./act/journal";
import { Restrictions } from "./act/restrictions";
import { ProcessorFairness } from "./act/yield-processor";
import { Beat } from "./beat";
import { type Knowledge, learn } from "./knowledge";
import { DatabaseSizes, temporaryBytesByPid } from "./observe/database-sizes";
import { readMachineMemory } from "./observe/machine-memory";
import { notifyBytesByDatabase } from "./observe/notify-queue";
import { type CustomerProcess, CustomerProcesses } from "./observe/processes";
import { type CustomerSession, readSessions, sessionsByTitle } from "./observe/sessions";
import type { Snapshot, Verdict } from "./observe/snapshot";
import { readVolumes, type Volume } from "./observe/volumes";
import { ProvisionalLimits } from "./provisional-limits";
import { RepeatedOffences } from "./repeated-offences";
import { RULES } from "./rules/all";
import { ensureGuardSchema } from "./schema";
import { GuardSession, type GuardSessionOptions } from "./session";
import { WriteRates } from "./write-rates";

const LOOK_EVERY_MILLISECONDS = 1_000;
/** While room is short, so that a fast writer does not fill it between two looks. */
const HURRIED_MILLISECONDS = 200;
const HURRY_BELOW_RESERVES = 3;
const LEARN_EVERY_MILLISECONDS = 10_000;
/** The bytes that a database must write between two looks to count as filling a volume. */
const NOTABLE_BYTES = 1024 ** 2;

const IS_CUSTOMER_LOGIN = new RegExp(CUSTOMER_LOGIN_ROLE);

export interface HostGuardOptions extends GuardSessionOptions {
  dataDirectory: string;
  /** The role that reads the guard's tables. */
  provisioner: string;
  log: Logger;
}

/**
 * Keeps customers who share a cluster from stopping each other: looks every second at sessions, processes and volumes,
 * ends the session that takes too much, and closes the database that grows too far (docs/decisions/059).
 */
export class HostGuard {
  readonly #options: HostGuardOptions;
  readonly #session: GuardSession;
  readonly #journal: Journal;
  readonly #restrictions: Restrictions;
  readonly #processes: CustomerProcesses;
  readonly #sizes: DatabaseSizes;
  readonly #beat: Beat;
  readonly #fairness = new ProcessorFairness();
  readonly #offences = new RepeatedOffences();
  readonly #writes = new WriteRates();
  readonly #provisional = new ProvisionalLimits();
  #knowledge: Knowledge | null = null;
  #learntAt = Number.NEGATIVE_INFINITY;
  #lastFailure: string | null = null;

  constructor(options: HostGuardOptions) {
    this.#options = options;
    this.#session = new GuardSession(options);
    this.#journal = new Journal(options.log);
    this.#restrictions = new Restrictions(this.#session, this.#journal);
    this.#processes = new CustomerProcesses(options.dataDirectory, (roleName) => this.#isOwnRole(roleName));
    this.#sizes = new DatabaseSizes(options.dataDirectory);
    this.#beat = new Beat(this.#session);
  }

  /** Looks until `signal` is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const isHurried = await this.look();
      const pause = isHurried ? HURRIED_MILLISECONDS : LOOK_EVERY_MILLISECONDS;
      await delay(pause, undefined, { signal }).catch(() => undefined);
    }
    this.#session.close();
  }

  /** Looks once and acts. Returns whether the next look should come soon. A failure is logged, and the next look goes on. */
  async look(): Promise<boolean> {
    const { dataDirectory } = this.#options;
    try {
      this.#processes.read();
      await this.#learn();
      const volumes = readVolumes(dataDirectory);
      this.#writes.see(this.#processes.last);
      const short = volumes.filter(({ freeBytes, reserveBytes }) => freeBytes < reserveBytes);
      for (const volume of short) await this.#relieve(volume);
      await this.#lookAtSessions(volumes, short.length > 0);
      this.#lastFailure = null;
      return volumes.some(({ freeBytes, reserveBytes }) => freeBytes < HURRY_BELOW_RESERVES * reserveBytes);
    } catch (error) {
      this.#say(error);
      return false;
    }
  }

  /** Operators are the cluster's superusers, which are known once the server has answered. */
  #isOwnRole(roleName: string): boolean {
    const { superuser, provisioner } = this.#options;
    return roleName === superuser || roleName === provisioner || this.#knowledge?.otherRoles.get(roleName) === true;
  }

  async #lookAtSessions(volumes: readonly Volume[], isRoomShort: boolean): Promise<void> {
    const { sessions, isLockTableFull } = await this.#readSessions();
    for (const verdict of this.#judge(await this.#snapshot(sessions, isLockTableFull)))
      await this.#punish(verdict, sessions);
    this.#fairness.apply(sessions);
    if (isLockTableFull) return;
    await this.#judgeSizes(sessions);
    await this.#restrictions.maintain(sessions, isRoomShort);
    await this.#beat.write(volumes);
    await this.#journal.write(this.#session);
  }

  async #readSessions(): Promise<{ sessions: CustomerSession[]; isLockTableFull: boolean }> {
    const processes = this.#processes.last;
    try {
      return { sessions: await readSessions(this.#session, processes), isLockTableFull: false };
    } catch (error) {
      // Also a refused sign-in has this code, when the guard itself has to come back at such a time.
      if (codeOf(error) !== SQLSTATE.outOfMemory) throw error;
      return { sessions: sessionsByTitle(processes), isLockTableFull: true };
    }
  }

  async #snapshot(sessions: CustomerSession[], isLockTableFull: boolean): Promise<Snapshot> {
    const { dataDirectory } = this.#options;
    const notifyUsage = isLockTableFull ? 0 : await this.#readNotifyUsage();
    const { lockCapacity = Number.POSITIVE_INFINITY, connectionSlots = Number.POSITIVE_INFINITY } =
      this.#knowledge ?? {};
    return {
      ...{ sessions, isLockTableFull, lockCapacity, connectionSlots, notifyUsage },
      notifyBytes: notifyUsage > 0.01 ? this.#byDatabaseId(notifyBytesByDatabase(dataDirectory)) : new Map(),
      temporaryBytes: temporaryBytesByPid(dataDirectory),
      memory: readMachineMemory(),
      organisations: new Map(
        [...(this.#knowledge?.limits ?? [])].map(([id, { organisationId }]) => [id, organisationId]),
      ),
    };
  }

  /**
   * The function also lets go of the entries that every listener has read, which nobody else does once the sender has
   * left.
   */
  async #readNotifyUsage(): Promise<number> {
    const [row] = await this.#session.query<{ usage: number }>("SELECT pg_notification_queue_usage() AS usage");
    return row?.usage ?? 0;
  }

  #judge(snapshot: Snapshot): Verdict[] {
    const verdicts = RULES.flatMap((rule) => rule(snapshot));
    return [...new Map(verdicts.map((verdict) => [verdict.session.pid, verdict])).values()];
  }

  async #punish({ rule, session, measured }: Verdict, sessions: readonly CustomerSession[]): Promise<void> {
    const { databaseId, roleName, pid } = session;
    if (!endSession(session)) return;
    this.#journal.add({ rule, act: "ended_session", databaseId, measured: { ...measured, roleName, pid } });
    if (!this.#offences.isRepeated(rule, databaseId)) return;
    await this.#restrictions.close(databaseId, { rule, measured }, sessions);
  }

  /** Ends the sessions of the database that wrote most since the last look, and closes it. */
  async #relieve({ purpose, path, freeBytes, reserveBytes }: Volume): Promise<void> {
    const writer = this.#writes.greatest();
    // Somebody else fills the disk where customers write little; at the end everybody has to stop.
    const notableBytes = freeBytes < reserveBytes / 2 ? 1 : NOTABLE_BYTES;
    if (!writer || writer.bytes < notableBytes) return;
    const sessions = this.#processes.last;
    for (const session of sessions) if (session.databaseId === writer.databaseId) endSession(session);
    const measured = { purpose, path, freeBytes, reserveBytes, writtenBytes: writer.bytes };
    await this.#restrictions.close(writer.databaseId, { rule: "volume", measured }, sessions);
  }

  async #judgeSizes(sessions: readonly CustomerSession[]): Promise<void> {
    const { folders, limits } = this.#knowledge ?? { folders: new Map(), limits: new Map() };
    // Kernel counters tell of writing only by the bytes that reach a disk, and a look may come when the writer is idle
    // again.
    const active = sessions.filter(({ state, hasWorked }) => state !== "idle" || hasWorked);
    // A restricted database is looked at often, so that it opens soon after it shrank or its limit was raised.
    const watched = new Set([...active.map(({ databaseId }) => databaseId), ...this.#restrictions.restricted]);
    for (const { databaseId, bytes } of this.#sizes.measure(folders, watched)) {
      // Without any limit no control plane uses the guard yet.
      if (limits.size === 0) return;
      const limitBytes = limits.get(databaseId)?.maxBytes ?? this.#provisional.of(databaseId, bytes);
      await this.#restrictions.judgeSize(databaseId, { bytes, limitBytes }, sessions);
    }
  }

  /** Asks the server the facts that the guard needs, and goes on with the former ones when there is no answer. */
  async #learn(): Promise<void> {
    if (
      !this.#processes.last.some((process) => this.#isNew(process)) &&
      performance.now() - this.#learntAt < LEARN_EVERY_MILLISECONDS
    )
      return;
    try {
      if (!this.#knowledge)
        await this.#session.withClient((client) => ensureGuardSchema(client, this.#options.provisioner));
      await this.#restrictions.load();
      this.#knowledge = await learn(this.#session);
      const { folders, limits } = this.#knowledge;
      this.#provisional.forget((databaseId) => folders.has(databaseId) && !limits.has(databaseId));
      await this.#restrictions.forgetAllBut(folders);
      this.#learntAt = performance.now();
    } catch (error) {
      this.#say(error);
    }
  }

  #isNew({ databaseId, roleName }: CustomerProcess): boolean {
    const { folders, otherRoles } = this.#knowledge ?? {};
    return !folders?.has(databaseId) || !(IS_CUSTOMER_LOGIN.test(roleName) || otherRoles?.has(roleName));
  }

  /** Logs a failure once, and not at every look while it lasts. */
  #say(error: unknown): void {
    const failure = error instanceof Error ? error.message : String(error);
    if (failure !== this.#lastFailure) this.#options.log.warn({ err: error }, "the host guard could not look");
    this.#lastFailure = failure;
  }

  #byDatabaseId(byFolder: ReadonlyMap<string, number>): Map<string, number> {
    const ids = new Map([...(this.#knowledge?.folders ?? [])].map(([id, folder]) => [folder, id]));
    return new Map(
      [...byFolder].flatMap(([folder, bytes]) => (ids.has(folder) ? [[ids.get(folder) ?? "", bytes]] : [])),
    );
  }
}
