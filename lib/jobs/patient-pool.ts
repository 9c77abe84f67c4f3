import type pg from "pg";

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
