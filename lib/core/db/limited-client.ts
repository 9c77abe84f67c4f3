import type { Duplex } from "node:stream";
import pg from "pg";
import { startPatience } from "@/lib/core/patience";

interface Limits {
  /** In milliseconds, until the server has let the client in. */
  connectWithinMs?: number;
  /** In milliseconds, for the answer to each statement. */
  answerWithinMs?: number;
}

export type LimitedClientConfig = pg.ClientConfig & Limits;
/** A statement with a limit of its own; statements that call back instead of being awaited have none. */
export type LimitedQuery = pg.QueryConfig & Pick<Limits, "answerWithinMs">;

/** node-postgres says the same where it counts the time itself. */
const CONNECT_FAILURE = "Connection terminated due to connection timeout";
const ANSWER_FAILURE = "Query read timeout";

const QUIETLY = { keepsProcess: false };

/**
 * A client of node-postgres whose time limits leave out the time in which this process was too busy to read. Its own
 * limits (`connectionTimeoutMillis`, `query_timeout`) count that too. A limit that is reached ends the connection.
 */
export class LimitedClient extends pg.Client {
  constructor(config: LimitedClientConfig) {
    super(config);
    this.#recodeMissingSocket();
    this.#limitConnecting(config.connectWithinMs);
    this.#limitAnswers(config.answerWithinMs);
  }

  #limitConnecting(withinMs: number | undefined): void {
    if (withinMs === undefined) return;
    const connect = this.connect.bind(this) as (...args: unknown[]) => unknown;
    this.connect = ((...args: unknown[]) => {
      const end = startPatience(withinMs, () => this.#lose(CONNECT_FAILURE), QUIETLY);
      this.once("connect", end).once("end", end);
      return connect(...args);
    }) as typeof this.connect;
  }

  #limitAnswers(usualMs: number | undefined): void {
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((...args: unknown[]) => {
      const answer = query(...args);
      const withinMs = (args[0] as LimitedQuery | undefined)?.answerWithinMs ?? usualMs;
      if (withinMs === undefined || !(answer instanceof Promise)) return answer;
      return answer.finally(startPatience(withinMs, () => this.#lose(ANSWER_FAILURE), QUIETLY));
    }) as typeof this.query;
  }

  /** Nothing listens at a Unix socket that is gone, as at a closed port: callers know the code of that alone. */
  #recodeMissingSocket(): void {
    this.#stream.prependListener("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" && error.syscall === "connect") error.code = "ECONNREFUSED";
    });
  }

  #lose(message: string): void {
    this.#stream.destroy(new Error(message));
  }

  get #stream(): Duplex {
    return (Reflect.get(this, "connection") as { stream: Duplex }).stream;
  }
}

/** Runs `work` on a connection of its own, which is closed in the end. A connection that breaks fails the work alone. */
export async function withClient<T>(config: LimitedClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new LimitedClient(config);
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

type LimitedPoolConfig = Omit<pg.PoolConfig, "Client"> & { connectWithinMs: number };
type Connected = Parameters<pg.Pool["connect"]>[0];

/** A pool of such clients, whose limit also counts the wait for one that is free. */
export class LimitedPool extends pg.Pool {
  constructor({ connectWithinMs, ...config }: LimitedPoolConfig) {
    // The pool gives its options to each client.
    super({ ...config, ...{ connectWithinMs, Client: LimitedClient } } as unknown as pg.PoolConfig);
    const connect = this.connect.bind(this) as () => Promise<pg.PoolClient>;
    this.connect = ((callback?: Connected) => {
      const taken = within(connect(), connectWithinMs);
      if (callback === undefined) return taken;
      taken.then(
        (client) => callback(undefined, client, (error) => client.release(error)),
        (error: Error) => callback(error, undefined, () => undefined),
      );
    }) as typeof this.connect;
  }
}

/** A client that comes too late goes back. */
function within(taken: Promise<pg.PoolClient>, milliseconds: number): Promise<pg.PoolClient> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>();
  let isLate = false;
  const late = () => {
    isLate = true;
    reject(new Error(CONNECT_FAILURE));
  };
  const end = startPatience(milliseconds, late, QUIETLY);
  taken.then(
    (client) => {
      end();
      if (isLate) client.release();
      else resolve(client);
    },
    (error: unknown) => {
      end();
      reject(error);
    },
  );
  return promise;
}
