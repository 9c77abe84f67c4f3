import { setTimeout as sleep } from "node:timers/promises";
import { ChangeFeed } from "@/lib/services/realtime/changes/feed/change-feed";
import { milliseconds, type Table } from "../report";
import { quantile } from "../statistics";
import type { Followed } from "./followed";

const PER_SECOND = 200;
const GOALS = { p50: 25, p99: 80 };

/** The time from the answer to an insert until the change is with a subscriber in the reading process. */
export async function deliveryTable(followed: Followed, seconds: number): Promise<Table> {
  const { ctx, customer, projectId, database, publish } = followed;
  await customer.query("CREATE TABLE ticks (id int PRIMARY KEY)");
  await publish("ticks", "anyone");
  const feed = new ChangeFeed(ctx);
  const committed = new Map<number, number>();
  const arrived = new Map<number, number>();
  const gaps: string[] = [];
  await feed.subscribe(
    { projectId, database, who: { userId: null, claims: {} }, table: "ticks" },
    {
      batch: ({ changes }) => {
        for (const change of changes) arrived.set(Number(change.new?.id), performance.now());
      },
      gap: (reason) => gaps.push(reason),
      error: (error) => gaps.push(error.code),
      status: (status) => gaps.push(status),
    },
  );
  const startedAt = performance.now();
  for (let id = 1; id <= PER_SECOND * seconds; id += 1) {
    const due = startedAt + (id * 1_000) / PER_SECOND;
    if (due > performance.now()) await sleep(due - performance.now());
    await customer.query({ name: "tick", text: "INSERT INTO ticks VALUES ($1)", values: [id] });
    committed.set(id, performance.now());
  }
  while (arrived.size < committed.size && gaps.length === 0) await sleep(10);
  await feed.close();
  if (gaps.length > 0) throw new Error(`The subscriber was told of ${gaps.join(", ")}.`);
  const latencies = [...committed].map(([id, at]) => Math.max(0, (arrived.get(id) ?? Number.NaN) - at));
  const [p50, p99] = [quantile(latencies, 0.5), quantile(latencies, 0.99)];
  return {
    title: "From commit to subscriber",
    columns: ["What", "p50", "p99", "Goal", "Met"],
    rows: [
      [
        ...[`${PER_SECOND} changes a second for ${seconds} s`, milliseconds(p50), milliseconds(p99)],
        `p50 ≤ ${GOALS.p50} ms, p99 ≤ ${GOALS.p99} ms`,
        p50 <= GOALS.p50 && p99 <= GOALS.p99 ? "yes" : "no",
      ],
    ],
  };
}
