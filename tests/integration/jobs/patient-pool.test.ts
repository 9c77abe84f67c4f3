import { Logger, run, runMigrations } from "graphile-worker";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { patientPool, startPatiently } from "@/lib/jobs/patient-pool";
import { newControlUrl } from "@/tests/support/clusters";

let pool: pg.Pool;

beforeAll(async () => {
  const connectionString = await newControlUrl();
  await runMigrations({ connectionString });
  pool = new pg.Pool({ connectionString, max: 2, connectionTimeoutMillis: 1_000 });
});
afterAll(() => pool.end());

it("marks a job as done although no connection was free when it ended", async () => {
  const patient = patientPool(pool).pool;
  const { promise: refused, resolve: onRefused } = Promise.withResolvers<void>();
  const { promise: held, resolve: onHeld } = Promise.withResolvers<pg.PoolClient>();
  const observed = new Proxy(patient, {
    get(target, key) {
      if (key !== "connect") return Reflect.get(target, key);
      return (...args: []) => {
        const connecting = target.connect(...args);
        connecting?.catch(() => onRefused());
        return connecting;
      };
    },
  });
  // One of the two connections listens for jobs.
  const hold = async () => onHeld(await pool.connect());
  const runner = await run({ pgPool: observed, noHandleSignals: true, concurrency: 1, taskList: { hold } });
  await runner.addJob("hold", {});
  await refused;
  (await held).release();
  await expect.poll(async () => (await pool.query("SELECT FROM graphile_worker._private_jobs")).rowCount).toBe(0);
  await runner.stop();
});

it("starts more workers than it has connections without a warning", async () => {
  const warnings: string[] = [];
  const logger = new Logger(() => (level, message) => {
    if (level === "warning") warnings.push(message);
  });
  const pgPool = patientPool(pool).pool;
  const runner = await run({
    pgPool,
    logger,
    noHandleSignals: true,
    concurrency: 3,
    taskList: { idle: async () => {} },
  });
  await runner.stop();
  expect(warnings).toEqual([]);
});

it("SI-L14: starts once a connection is free, and gives up in a sentence where none ever is", async () => {
  const held = await Promise.all([pool.connect(), pool.connect()]);
  const options = {
    pgPool: patientPool(pool).pool,
    noHandleSignals: true,
    concurrency: 1,
    taskList: { idle: async () => {} },
  };
  const free = () => {
    for (const client of held.splice(0)) client.release();
  };
  let attempts = 0;
  const runner = await startPatiently(() => {
    attempts += 1;
    // The first attempt has found none.
    if (attempts === 2) free();
    return run(options);
  });
  expect(attempts).toBe(2);
  await runner.stop();
  held.push(...(await Promise.all([pool.connect(), pool.connect()])));
  const never = startPatiently(() => run(options));
  await expect(never).rejects.toMatchObject({
    name: "OperatorError",
    message: expect.stringMatching(/^The control plane/),
  });
  free();
});
