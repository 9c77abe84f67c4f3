import type { CustomerProcess } from "../observe/processes";
import { isOver, pauseAfter, type Restriction, restrictionForSize } from "../restriction";
import type { GuardSession } from "../session";
import { endSession } from "./end-session";
import type { GuardRule, Journal } from "./journal";
import { readRestrictions, restrict } from "./restrict";

/** After this time without a closing the next one is short again. */
const FORGET_CLOSINGS_MILLISECONDS = 24 * 60 * 60_000;
/** A rotated credential resets the settings of its role, so they are set anew now and then. */
const REPEAT_MILLISECONDS = 30_000;

interface Reason {
  rule: GuardRule;
  measured: Record<string, number | string>;
}

/** Keeps the restrictions of databases, in the server and in `host_guard.restriction`. */
export class Restrictions {
  readonly #session: GuardSession;
  readonly #journal: Journal;
  readonly #closings = new Map<string, { times: number; at: number }>();
  readonly #toClose = new Map<string, Reason>();
  #current: Map<string, Restriction> | null = null;
  #repeatedAt = performance.now();

  constructor(session: GuardSession, journal: Journal) {
    this.#session = session;
    this.#journal = journal;
  }

  async load(): Promise<void> {
    this.#current ??= await readRestrictions(this.#session);
  }

  get restricted(): string[] {
    return [...(this.#current?.keys() ?? [])];
  }

  isClosed(databaseId: string): boolean {
    return this.#current?.get(databaseId)?.state === "closed";
  }

  /** Gives a database the restriction for its size. */
  async judgeSize(
    databaseId: string,
    size: { bytes: number; limitBytes: number },
    sessions: readonly CustomerProcess[],
  ) {
    const current = this.#of(databaseId);
    const wanted = restrictionForSize(current, { ...size, now: new Date() });
    if (wanted !== current) await this.#change(databaseId, wanted, sessions, { ...size });
  }

  /**
   * Closes a database for some minutes, twice as long each time within a day. While the server cannot write that down,
   * such as with a full lock table, it stays to be done by `maintain`.
   */
  async close(databaseId: string, reason: Reason, sessions: readonly CustomerProcess[]): Promise<void> {
    if (this.isClosed(databaseId)) return;
    this.#toClose.set(databaseId, reason);
    // Other offenders of the same look must not wait for this one; `maintain` tries again and throws the errors there.
    await this.#closeDue(sessions).catch(() => undefined);
  }

  async #closeDue(sessions: readonly CustomerProcess[]): Promise<void> {
    for (const [databaseId, { rule, measured }] of this.#toClose) {
      const now = new Date();
      const times = this.#timesBefore(databaseId) + 1;
      const until = pauseAfter(times, now);
      const closed: Restriction = { state: "closed", rule, since: now, until, sizeBytes: null, times };
      await this.#change(databaseId, closed, sessions, measured);
      this.#closings.set(databaseId, { times, at: now.getTime() });
      this.#toClose.delete(databaseId);
    }
  }

  /**
   * Ends sessions that came in while their database was being closed, opens databases whose pause is over, and repeats
   * settings. A database closed for the volume's sake stays closed while `isRoomShort`.
   */
  async maintain(sessions: readonly CustomerProcess[], isRoomShort: boolean): Promise<void> {
    await this.#closeDue(sessions);
    for (const session of sessions) if (this.isClosed(session.databaseId)) endSession(session);
    const isRepeated = performance.now() - this.#repeatedAt > REPEAT_MILLISECONDS;
    if (isRepeated) this.#repeatedAt = performance.now();
    for (const [databaseId, current] of this.#current ?? []) {
      const isOpenedByTime = current.rule !== "database-size" && isOver(current, new Date());
      if (isOpenedByTime && !(current.rule === "volume" && isRoomShort)) await this.#change(databaseId, null, [], {});
      else if (isRepeated) await restrict(this.#session, databaseId, { from: current, to: current });
    }
  }

  /** Forgets databases that are gone. */
  async forgetAllBut(known: ReadonlyMap<string, unknown>): Promise<void> {
    for (const databaseId of this.restricted) if (!known.has(databaseId)) await this.#store(databaseId, null);
  }

  async #change(
    databaseId: string,
    to: Restriction | null,
    sessions: readonly CustomerProcess[],
    measured: Record<string, number | string>,
  ): Promise<void> {
    const rule = (to ?? this.#of(databaseId))?.rule as GuardRule;
    await this.#store(databaseId, to);
    // Sessions keep the settings and the right that they signed in with.
    if (to) for (const session of sessions) if (session.databaseId === databaseId) endSession(session);
    const act = to === null ? "opened" : to.state === "closed" ? "closed" : "made_read_only";
    this.#journal.add({ rule, act, databaseId, measured: { ...measured, ...untilOf(to) } });
  }

  async #store(databaseId: string, to: Restriction | null): Promise<void> {
    await restrict(this.#session, databaseId, { from: this.#of(databaseId), to });
    if (to) this.#current?.set(databaseId, to);
    else this.#current?.delete(databaseId);
  }

  #of(databaseId: string): Restriction | null {
    return this.#current?.get(databaseId) ?? null;
  }

  #timesBefore(databaseId: string): number {
    const last = this.#closings.get(databaseId);
    return last && Date.now() - last.at < FORGET_CLOSINGS_MILLISECONDS ? last.times : 0;
  }
}

function untilOf(restriction: Restriction | null): Record<string, string> {
  return restriction?.until ? { until: restriction.until.toISOString() } : {};
}
