import type pg from "pg";
import { OperatorError } from "@/lib/core/operator-error";

/** The code of an error after which graphile-worker waits for seconds and tries again, a hundred times. */
const TRY_AGAIN = "ETIMEDOUT";

type OnConnected = Parameters<pg.Pool["connect"]>[0];

export type PatientPool = {
  pool: pg.Pool;
  /** Resolves when each connection that was asked for is back: graphile-worker's stop waits for no job's last query. */
  settled(): Promise<void>;
};

/**
 * Returns the pool with a `connect` whose rejections graphile-worker tries again. It would leave the promise of a job
 * that it could not mark as done rejected, which ends the process, while the control plane is busy or restarts.
 */
export function patientPool(pool: pg.Pool): PatientPool {
  const loans = new Set<Promise<void>>();
  const connect = (onConnected?: OnConnected) => {
    // With a callback, as for the connection that listens, it tries again by itself.
    if (onConnected) return pool.connect(onConnected);
    const { promise: loan, resolve: end } = Promise.withResolvers<void>();
    loans.add(loan);
    const endLoan = () => {
      loans.delete(loan);
      end();
    };
    return pool.connect().then(
      (client) => {
        const release = client.release.bind(client);
        client.release = (error) => {
          release(error);
          endLoan();
        };
        return client;
      },
      (cause: unknown) => {
        endLoan();
        throw Object.assign(new Error("no connection to the control plane", { cause }), { code: TRY_AGAIN });
      },
    );
  };
  const patient = new Proxy(pool, {
    get(target, key) {
      if (key === "connect") return connect;
      // Jobs take turns at its connections, each for the time of a query: graphile-worker would warn of every start.
      if (key === "options") return { ...target.options, max: Number.POSITIVE_INFINITY };
      const value = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const settled = async () => {
    while (loans.size > 0) await Promise.all(loans);
  };
  return { pool: patient, settled };
}

/** Each waits as long as the pool does for a connection. */
const STARTS = 5;

/**
 * Starts something on such a pool, again where no connection was free: graphile-worker gives up at its start. Throws
 * `OperatorError` for a control plane that never answers.
 */
export async function startPatiently<Started>(start: () => Promise<Started>): Promise<Started> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start();
    } catch (error) {
      if ((error as { code?: unknown }).code !== TRY_AGAIN) throw error;
      if (attempt < STARTS) continue;
      const { cause } = error as Error;
      throw new OperatorError(
        `The control plane gives no connection: ${cause instanceof Error ? cause.message : cause}`,
      );
    }
  }
}
