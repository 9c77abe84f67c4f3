import { setTimeout as sleep } from "node:timers/promises";
import { createPublicKey } from "@/lib/sign-in/project-keys/create-public-key";
import type { CleanUp } from "../clean-up";
import { milliseconds, type Table } from "../report";
import { quantile } from "../statistics";
import type { App } from "./app";
import { Clients, type Target } from "./clients";
import type { Followed } from "./followed";

const GOALS = { p50: 25, p99: 80 };
const PACES = [
  { sockets: 1, perSecond: 200, goals: GOALS },
  { sockets: 1_000, perSecond: 20, goals: null },
];

/** The time from sending an insert until the change is with clients, each by a socket. */
export async function deliveryTable(cleanUp: CleanUp, followed: Followed, app: App, seconds: number): Promise<Table> {
  const { ctx, customer, projectId, organisationId, publish } = followed;
  await customer.query("CREATE TABLE ticks (id serial PRIMARY KEY, at float8)");
  await publish("ticks", "anyone");
  const asked = { organisationId, projectId, name: "bench", scope: "read", expiresAt: null } as const;
  const { secret: key } = await createPublicKey(ctx, asked);
  const target: Target = {
    ...{ kind: "coppice", url: app.target.url, auth: { type: "auth", projectId, key } },
    subscribe: { type: "subscribe", subscriptionId: "s", kind: "changes", table: "ticks" },
  };
  const clients = new Clients(cleanUp);
  const rows: string[][] = [];
  for (const { sockets, perSecond, goals } of PACES) {
    await clients.open(target, sockets);
    const arrived = clients.ask({ do: "await", total: perSecond * seconds * sockets });
    await insertSteadily(followed, perSecond, seconds);
    const { latencies } = await arrived;
    await clients.ask({ do: "close" });
    const [p50, p99] = [quantile(latencies, 0.5), quantile(latencies, 0.99)];
    const to = sockets === 1 ? "1 socket" : `${sockets.toLocaleString("en")} sockets`;
    const what = `${perSecond} changes a second for ${seconds} s, to ${to}`;
    const isMet = goals && p50 <= goals.p50 && p99 <= goals.p99;
    const goal = goals ? [`p50 ≤ ${goals.p50} ms, p99 ≤ ${goals.p99} ms`, isMet ? "yes" : "no"] : ["none", "–"];
    rows.push([what, milliseconds(p50), milliseconds(p99), ...goal]);
  }
  return { title: "From an insert to its arrival", columns: ["What", "p50", "p99", "Goal", "Met"], rows };
}

async function insertSteadily({ customer }: Followed, perSecond: number, seconds: number): Promise<void> {
  const startedAt = performance.now();
  for (let n = 1; n <= perSecond * seconds; n += 1) {
    const due = startedAt + (n * 1_000) / perSecond;
    if (due > performance.now()) await sleep(due - performance.now());
    const at = performance.timeOrigin + performance.now();
    await customer.query({ name: "tick", text: "INSERT INTO ticks (at) VALUES ($1)", values: [at] });
  }
}
