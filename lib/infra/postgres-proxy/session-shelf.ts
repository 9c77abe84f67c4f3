import { ServiceError } from "@/lib/core/errors";
import { startPatience } from "@/lib/core/patience";
import type { RawSession } from "@/lib/core/ports/raw-session";
import { KeptSession } from "./kept-session";
import { TakeOvers } from "./take-overs";

export const PER_FUNCTION = 5;
export const PER_DATABASE = 15;
const IDLE_MILLISECONDS = 30_000;
const WAIT_MILLISECONDS = 5_000;

interface Owner {
  functionId: string;
  databaseId: string;
}

/** The service's own work on the databases of functions, besides the functions' statements. */
export interface FunctionDatabases {
  /** Opens a session as the database's function role. */
  connect(owner: Owner): Promise<RawSession>;
  /** Hands the objects that functions have made in a database to the database's role. */
  takeOver(databaseId: string): Promise<void>;
}

interface Place extends Owner {
  /** `null` while it is being opened. */
  session: KeptSession | null;
  idleSince: number | null;
}

interface Waiting extends Owner {
  start(place: Place): void;
}

/** The sessions of one database, and the clients that wait for one, in the order in which they asked. */
interface Shelf {
  places: Set<Place>;
  waiting: Set<Waiting>;
}

/** Keeps the sessions of functions, each for one function alone. */
export class SessionShelf {
  readonly #databases: FunctionDatabases;
  readonly #takeOvers: TakeOvers;
  readonly #shelves = new Map<string, Shelf>();
  readonly #sweep = setInterval(() => this.#endIdle(), 1_000).unref();

  constructor(databases: FunctionDatabases) {
    this.#databases = databases;
    this.#takeOvers = new TakeOvers((databaseId) => databases.takeOver(databaseId));
  }

  /**
   * Throws `ServiceError` when no session is free in time, or the database takes none, and the signal's reason when the
   * client has gone before its turn.
   */
  async take(owner: Owner, signal: AbortSignal): Promise<KeptSession> {
    signal.throwIfAborted();
    const shelf = this.#shelves.get(owner.databaseId) ?? { places: new Set(), waiting: new Set() };
    this.#shelves.set(owner.databaseId, shelf);
    const isFirst = ![...shelf.waiting].some(({ functionId }) => functionId === owner.functionId);
    const place = (isFirst ? this.#placeFor(owner, shelf) : null) ?? (await this.#turnOf(owner, shelf, signal));
    return place.session ?? this.#open(place);
  }

  /** Keeps the session if nothing of its last client is left in it, and ends it otherwise. */
  async giveBack({ functionId, databaseId }: Owner, session: KeptSession): Promise<void> {
    const shelf = this.#shelves.get(databaseId);
    const place = [...(shelf?.places ?? [])].find((each) => each.session === session);
    if (!place || place.functionId !== functionId) return;
    const { isClean, ownsObjects } = await session.reset();
    if (isClean) {
      place.idleSince = performance.now();
      this.#startNext(databaseId);
    } else await this.#end(place);
    if (ownsObjects) this.#takeOvers.ask(databaseId);
  }

  endOf(functionId: string): void {
    for (const place of this.#places()) {
      if (place.functionId === functionId && place.idleSince !== null) void this.#end(place);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    for (const { waiting } of this.#shelves.values()) waiting.clear();
    await Promise.all(this.#places().map((place) => this.#remove(place)));
    await this.#takeOvers.settled();
  }

  #places(): Place[] {
    return [...this.#shelves.values()].flatMap(({ places }) => [...places]);
  }

  /** Returns a kept session of the function, or room for another; `null` where there is none. */
  #placeFor({ functionId, databaseId }: Owner, { places }: Shelf): Place | null {
    const own = [...places].filter((place) => place.functionId === functionId);
    for (const place of own) {
      if (place.idleSince === null) continue;
      place.idleSince = null;
      if (place.session && !place.session.isBroken) return place;
      void this.#remove(place);
    }
    if (own.filter((place) => places.has(place)).length >= PER_FUNCTION) return null;
    if (places.size >= PER_DATABASE) {
      // A session that another function does not use gives way.
      const idle = [...places].find((place) => place.idleSince !== null);
      if (!idle) return null;
      void this.#remove(idle);
    }
    const place: Place = { functionId, databaseId, session: null, idleSince: null };
    places.add(place);
    return place;
  }

  #turnOf(owner: Owner, { waiting }: Shelf, signal: AbortSignal): Promise<Place> {
    const { promise, resolve, reject } = Promise.withResolvers<Place>();
    const each: Waiting = { ...owner, start: resolve };
    const leave = (reason: unknown) => {
      waiting.delete(each);
      reject(reason);
    };
    const gone = () => leave(signal.reason);
    const endPatience = startPatience(WAIT_MILLISECONDS, () => {
      const bounds = `${PER_FUNCTION} connections, and all functions of a database ${PER_DATABASE}`;
      leave(new ServiceError("function_unavailable", `A function has at most ${bounds}.`));
    });
    signal.addEventListener("abort", gone);
    waiting.add(each);
    return promise.finally(() => {
      endPatience();
      signal.removeEventListener("abort", gone);
    });
  }

  /** One place has become free, so at most one who waits begins. */
  #startNext(databaseId: string): void {
    const shelf = this.#shelves.get(databaseId);
    if (!shelf) return;
    for (const each of shelf.waiting) {
      const place = this.#placeFor(each, shelf);
      if (!place) continue;
      shelf.waiting.delete(each);
      each.start(place);
      return;
    }
    if (shelf.places.size + shelf.waiting.size === 0) this.#shelves.delete(databaseId);
  }

  async #open(place: Place): Promise<KeptSession> {
    try {
      place.session = new KeptSession(await this.#databases.connect(place));
      return place.session;
    } catch (error) {
      await this.#end(place);
      throw error;
    }
  }

  #endIdle(): void {
    const longAgo = performance.now() - IDLE_MILLISECONDS;
    for (const place of this.#places()) {
      if (place.idleSince !== null && (place.idleSince < longAgo || place.session?.isBroken)) void this.#end(place);
    }
  }

  #end(place: Place): Promise<void> {
    const ended = this.#remove(place);
    this.#startNext(place.databaseId);
    return ended;
  }

  async #remove(place: Place): Promise<void> {
    this.#shelves.get(place.databaseId)?.places.delete(place);
    await place.session?.raw.end().catch(() => undefined);
  }
}
