import { setTimeout as delay } from "node:timers/promises";
import { ServiceError } from "@/lib/core/errors";
import { startPatience } from "@/lib/core/patience";
import type { RawSession } from "@/lib/core/ports/raw-session";
import { KeptSession } from "./kept-session";
import { TakeOvers } from "./take-overs";

export const PER_FUNCTION = 5;
export const PER_DATABASE = 15;
const IDLE_MILLISECONDS = 30_000;
const WAIT_MILLISECONDS = 5_000;
const LOOK_MILLISECONDS = 10;

interface Owner {
  functionId: string;
  databaseId: string;
}

/** What functions have to do with databases besides what they send. */
export interface FunctionDatabases {
  /** Opens a session as the database's function role. */
  connect(owner: Owner): Promise<RawSession>;
  /** Hands what functions have made in a database to the database's role. */
  takeOver(databaseId: string): Promise<void>;
}

interface Place extends Owner {
  /** `null` while it is being opened. */
  session: KeptSession | null;
  idleSince: number | null;
}

/** Keeps the sessions of functions, each for one function alone. */
export class SessionShelf {
  readonly #databases: FunctionDatabases;
  readonly #takeOvers: TakeOvers;
  readonly #places = new Set<Place>();
  readonly #sweep = setInterval(() => this.#endIdle(), 1_000).unref();

  constructor(databases: FunctionDatabases) {
    this.#databases = databases;
    this.#takeOvers = new TakeOvers((databaseId) => databases.takeOver(databaseId));
  }

  /** Throws `ServiceError` when no session is free in time, or the database takes none. */
  async take(owner: Owner): Promise<KeptSession> {
    let isLate = false;
    const endPatience = startPatience(WAIT_MILLISECONDS, () => {
      isLate = true;
    });
    try {
      for (;;) {
        const kept = this.#takeKept(owner);
        if (kept) return kept;
        if (this.#hasRoomFor(owner)) return await this.#open(owner);
        if (isLate) break;
        await delay(LOOK_MILLISECONDS);
      }
    } finally {
      endPatience();
    }
    const bounds = `${PER_FUNCTION} connections, and all functions of a database ${PER_DATABASE}`;
    throw new ServiceError("function_unavailable", `A function has at most ${bounds}.`);
  }

  /** Keeps the session if nothing of its last client is left in it, and ends it otherwise. */
  async giveBack({ functionId, databaseId }: Owner, session: KeptSession): Promise<void> {
    const place = [...this.#places].find((each) => each.session === session);
    if (!place || place.functionId !== functionId) return;
    const { isClean, ownsObjects } = await session.reset();
    if (isClean) place.idleSince = performance.now();
    else await this.#end(place);
    if (ownsObjects) this.#takeOvers.ask(databaseId);
  }

  endOf(functionId: string): void {
    for (const place of this.#places) {
      if (place.functionId === functionId && place.idleSince !== null) void this.#end(place);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    await Promise.all([...this.#places].map((place) => this.#end(place)));
    await this.#takeOvers.settled();
  }

  #takeKept({ functionId, databaseId }: Owner): KeptSession | null {
    for (const place of this.#places) {
      if (place.functionId !== functionId || place.databaseId !== databaseId || place.idleSince === null) continue;
      place.idleSince = null;
      if (place.session && !place.session.isBroken) return place.session;
      void this.#end(place);
    }
    return null;
  }

  /** A session that another function does not use gives way. */
  #hasRoomFor({ functionId, databaseId }: Owner): boolean {
    const inDatabase = [...this.#places].filter((place) => place.databaseId === databaseId);
    if (inDatabase.filter((place) => place.functionId === functionId).length >= PER_FUNCTION) return false;
    if (inDatabase.length < PER_DATABASE) return true;
    const idle = inDatabase.find((place) => place.idleSince !== null);
    if (idle) void this.#end(idle);
    return idle !== undefined;
  }

  async #open(owner: Owner): Promise<KeptSession> {
    const place: Place = { ...owner, session: null, idleSince: null };
    this.#places.add(place);
    try {
      place.session = new KeptSession(await this.#databases.connect(owner));
      return place.session;
    } catch (error) {
      this.#places.delete(place);
      throw error;
    }
  }

  #endIdle(): void {
    const longAgo = performance.now() - IDLE_MILLISECONDS;
    for (const place of this.#places) {
      if (place.idleSince !== null && (place.idleSince < longAgo || place.session?.isBroken)) void this.#end(place);
    }
  }

  async #end(place: Place): Promise<void> {
    this.#places.delete(place);
    await place.session?.raw.end().catch(() => undefined);
  }
}
