import { setTimeout as sleep } from "node:timers/promises";
import { ChangeFeed } from "@/lib/services/realtime/changes/feed/change-feed";
import type { Table } from "../report";
import type { Followed } from "./followed";
import { processorSeconds } from "./sides";

const AT_MOST_PERCENT = 0.4;

/** Measures the cost of following a database in which nothing happens: the reading process and the server's session. */
export async function idleTable(followed: Followed, seconds: number): Promise<Table> {
  const { ctx, projectId, database, superuser } = followed;
  const feed = new ChangeFeed(ctx);
  const ignore = () => undefined;
  const sink = { batch: ignore, gap: ignore, error: ignore, status: ignore };
  await feed.subscribe({ projectId, database, who: { userId: null, claims: {} }, table: "ticks" }, sink);
  const { rows } = await superuser.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE datname = $1 AND application_name = 'coppice realtime reader' ORDER BY backend_start DESC",
    [database.id],
  );
  const pid = rows[0]?.pid ?? 0;
  await sleep(1_000);
  const before = { own: process.cpuUsage(), server: await processorSeconds([pid]) };
  await sleep(seconds * 1_000);
  const { user, system } = process.cpuUsage(before.own);
  const spent = { own: (user + system) / 1e6, server: (await processorSeconds([pid])) - before.server };
  await feed.close();
  const percent = (value: number) => `${((100 * value) / seconds).toFixed(2)} %`;
  const total = (100 * (spent.own + spent.server)) / seconds;
  return {
    title: "An idle database that is followed",
    columns: ["What", "Reading process", "Session of PostgreSQL", "Both", "Goal", "Met"],
    rows: [
      [
        ...[`of a core, ${seconds} s`, percent(spent.own), percent(spent.server), percent(spent.own + spent.server)],
        ...[`≤ ${AT_MOST_PERCENT} %`, total <= AT_MOST_PERCENT ? "yes" : "no"],
      ],
    ],
  };
}
