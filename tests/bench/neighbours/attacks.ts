import type pg from "pg";
import type { Customer } from "./customer";

export interface Attack {
  name: string;
  /** Whether the session ends, or the database is closed; else nothing does, since no one is stopped by it. */
  isEnded: boolean;
  /** Begins the attack and resolves when it goes on by itself. */
  begin: (attacker: Customer) => Promise<void>;
}

const NEVER = "SELECT pg_sleep(3600)";
const LOOP = "DO $$ BEGIN LOOP NULL; END LOOP; END $$";

/** Runs a statement whose end nobody waits for. */
function start(client: pg.Client, statement: string): void {
  client.query(statement).catch(() => undefined);
}

const alone = (statement: string) => async (attacker: Customer) => start(await attacker.connect(), statement);

const together = (statement: string) => async (attacker: Customer) => {
  for (const client of await attacker.connectMany(20)) start(client, statement);
};

export const ATTACKS: readonly Attack[] = [
  {
    name: "advisory locks until there is no room",
    isEnded: true,
    begin: alone("SELECT count(pg_advisory_lock(g)) FROM generate_series(1, 1000000) AS g"),
  },
  {
    name: "NOTIFY queue filled beside a listener that never reads",
    isEnded: true,
    begin: async (attacker) => {
      const [listener, sender] = await attacker.connectMany(2);
      if (!listener || !sender) throw new Error("two sessions are needed");
      await listener.query("SET idle_in_transaction_session_timeout = 0");
      await listener.query("LISTEN ch");
      await listener.query("BEGIN");
      await listener.query("SELECT 1");
      start(
        sender,
        `DO $$ BEGIN FOR i IN 1..300000 LOOP PERFORM pg_notify('ch', i || repeat('x', 7900)); IF i % 100 = 0 THEN COMMIT; END IF; END LOOP; END $$`,
      );
    },
  },
  {
    name: "60,000 tables in one transaction",
    isEnded: true,
    begin: alone(`DO $$ BEGIN FOR i IN 1..60000 LOOP EXECUTE format('CREATE TABLE t%s ()', i); END LOOP; END $$`),
  },
  {
    name: "a table grows past the size of the database",
    isEnded: true,
    begin: alone(
      "CREATE TABLE fill AS SELECT repeat(md5(g::text), 60) AS filling FROM generate_series(1, 3000000) AS g",
    ),
  },
  {
    name: "a temporary table grows past the size of the database",
    isEnded: true,
    begin: alone(
      "CREATE TEMPORARY TABLE fill AS SELECT repeat(md5(g::text), 60) AS filling FROM generate_series(1, 3000000) AS g",
    ),
  },
  {
    name: "8 sorts of 0.9 GB on the disk at once",
    isEnded: true,
    begin: async (attacker) => {
      const sort = `SET work_mem = '64kB'; SELECT count(*) FROM (SELECT repeat(md5(g::text), 30) AS t FROM generate_series(1, 900000) AS g ORDER BY t OFFSET 1) AS s`;
      for (const client of await attacker.connectMany(8)) start(client, sort);
    },
  },
  { name: "20 sessions that sleep", isEnded: false, begin: together(NEVER) },
  { name: "20 endless loops on the processor", isEnded: false, begin: together(LOOP) },
  {
    name: "20 queries whose clients have gone",
    isEnded: true,
    begin: async (attacker) => {
      for (const client of await attacker.connectMany(20)) {
        start(client, NEVER);
        (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
      }
    },
  },
];
