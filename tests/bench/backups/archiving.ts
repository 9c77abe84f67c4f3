import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { alternate } from "../statistics";
import type { Installation } from "./installation";

const WRITERS = 2;
const LOOK_MILLISECONDS = 50;

export interface Archiving {
  /** Rows a second of each round, with WAL being sent and without. */
  ours: number[];
  bare: number[];
  /** The age of the newest write that is in the place, looked at all the time. */
  lagMilliseconds: number[];
  megabytesASecond: number;
}

/** Rows of 1 kB, each in a transaction of its own, written within the server as fast as it can. */
const WRITE = `DO $$ BEGIN
  WHILE clock_timestamp() < '%until%' LOOP
    INSERT INTO arriving (filler) VALUES (repeat(md5(random()::text), 30));
    COMMIT;
  END LOOP;
END $$`;

/** A saturating write load in rounds, with rounds of backups each second beside it and without, in turn. */
export async function measureArchiving(
  { engine, client, url }: Installation,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Archiving> {
  await client.query("CREATE TABLE arriving (n bigserial PRIMARY KEY, filler text)");
  const writers = await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      const writer = new Client({ connectionString: url });
      await writer.connect();
      return writer;
    }),
  );
  const walAt = async () => {
    const { rows } = await client.query<{ at: string }>("SELECT pg_current_wal_lsn() - '0/0' AS at");
    return Number(rows[0]?.at);
  };
  const load = async () => {
    const before = await client.query<{ n: string }>("SELECT last_value AS n FROM arriving_n_seq");
    const text = WRITE.replace("%until%", new Date(Date.now() + seconds * 1_000).toISOString());
    await Promise.all(writers.map((writer) => writer.query(text)));
    const after = await client.query<{ n: string }>("SELECT last_value AS n FROM arriving_n_seq");
    return (Number(after.rows[0]?.n) - Number(before.rows[0]?.n)) / seconds;
  };
  const lagMilliseconds: number[] = [];
  const [startedAt, walBefore] = [performance.now(), await walAt()];
  const sending = async () => {
    await engine.ship();
    let isDone = false;
    const loading = load().finally(() => {
      isDone = true;
    });
    const looks = async () => {
      for (; !isDone; await delay(LOOK_MILLISECONDS)) {
        lagMilliseconds.push(Date.now() - (engine.status.upTo?.getTime() ?? 0));
      }
    };
    const sends = async () => {
      for (; !isDone; await Promise.race([loading, delay(1_000)])) await engine.ship();
    };
    const [rate] = await Promise.all([loading, looks(), sends()]);
    return rate;
  };
  const { ours, bare } = await alternate(rounds, { ours: sending, bare: load });
  const megabytesASecond = ((await walAt()) - walBefore) / 2 ** 20 / ((performance.now() - startedAt) / 1_000);
  await engine.ship();
  for (const writer of writers) await writer.end();
  return { ours, bare, lagMilliseconds, megabytesASecond };
}
