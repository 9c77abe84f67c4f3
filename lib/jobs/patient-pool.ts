import type pg from "pg";
import { OperatorError } from "@/lib/core/operator-error";

/** The code of an error after which graphile-worker waits for seconds and tries again, a hundred times. */
const TRY_AGAIN = "ETIMEDOUT";

type OnConnected = Parameters<pg.Pool["connect"]>[0];

/**
 * Returns the pool with a `connect` whose rejections graphile-worker tries again. It would leave the promise of a job
 * that it could not mark as done rejected, which ends the process, while the control plane is busy or restarts.
 */
export function patientPool(pool: pg.Pool): pg.Pool {
  const connect = (onConnected?: OnConnected) => {
    // With a callback, as for the connection that listens, it tries again by itself.
    if (onConnected) return pool.connect(onConnected);
    return pool.connect().catch((cause: unknown) => {
      throw Object.assign(new Error("no connection to the control plane", { cause }), { code: TRY_AGAIN });
    });
  };
  return new Proxy(pool, {
    get(target, key) {
      if (key === "connect") return connect;
      const value = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
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
