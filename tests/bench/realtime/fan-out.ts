import { setTimeout as sleep } from "node:timers/promises";
import type { CleanUp } from "../clean-up";
import { goal, milliseconds, type Table, times } from "../report";
import { median, quantile } from "../statistics";
import { Clients } from "./clients";
import { processorSeconds, type Sender, type Side } from "./sides";

const SOCKETS = 1_000;
/** The number of senders, each of which sends the next message once the server has taken the one before. */
const SENDERS = 16;
const STEADY_PER_SECOND = 20;

interface Figures {
  perSecond: number[];
  /** The server's processor time in microseconds, for each message at each socket. */
  processor: number[];
  steady: number[];
}

/** Messages to many sockets: as fast as they go, and at a steady pace. The sides take turns, with the same clients. */
export async function fanOutTable(
  cleanUp: CleanUp,
  sides: readonly Side[],
  { rounds, messages }: { rounds: number; messages: number },
): Promise<Table> {
  const clients = new Clients(cleanUp);
  const figures = sides.map((): Figures => ({ perSecond: [], processor: [], steady: [] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const place of sides.keys()) {
      const index = round % 2 === 0 ? place : sides.length - 1 - place;
      const [side, its] = [sides[index], figures[index]];
      if (side && its) await measureOne(clients, side, its, messages);
    }
  }
  const [ours, ...others] = figures.map(({ perSecond }) => median(perSecond));
  const best = Math.max(...others);
  return {
    title: `A message to ${SOCKETS.toLocaleString("en")} sockets (median of ${rounds} rounds of ${messages} messages)`,
    columns: [
      "Server",
      "Deliveries a second",
      "Its processor time of one",
      `At ${STEADY_PER_SECOND} messages a second: p50`,
      "p99",
      "Ours over the better",
      "Goal",
      "Met",
    ],
    rows: sides.map(({ name }, index) => {
      const { perSecond, processor, steady } = figures[index] as Figures;
      const ratio = (ours ?? 0) / best;
      return [
        ...[name, median(perSecond).toFixed(0), `${median(processor).toFixed(1)} µs`],
        ...[milliseconds(quantile(steady, 0.5)), milliseconds(quantile(steady, 0.99))],
        ...(index === 0 && others.length > 0 ? [times(ratio), ...goal(ratio, 1, "≥")] : ["–", "–", "–"]),
      ];
    }),
  };
}

async function measureOne(clients: Clients, side: Side, its: Figures, messages: number): Promise<void> {
  const senders = await Promise.all(Array.from({ length: SENDERS }, () => side.openSender()));
  await clients.open(side.target, SOCKETS);
  await burst(clients, senders, Math.ceil(messages / 10));
  const before = await processorSeconds(side.pids);
  const seconds = await burst(clients, senders, messages);
  const deliveries = messages * SOCKETS;
  its.perSecond.push(deliveries / seconds);
  its.processor.push((((await processorSeconds(side.pids)) - before) * 1e6) / deliveries);
  its.steady.push(...(await steadily(clients, senders, Math.ceil(messages / 4))));
  await clients.ask({ do: "close" });
  for (const sender of senders) sender.close();
}

/** Returns the seconds until everyone has everything. */
async function burst(clients: Clients, senders: readonly Sender[], messages: number): Promise<number> {
  const arrived = clients.ask({ do: "await", total: messages * SOCKETS });
  const startedAt = performance.timeOrigin + performance.now();
  let next = 0;
  const sendAll = async (sender: Sender) => {
    while (next < messages) {
      next += 1;
      await sender.send(messageOf(next));
    }
  };
  await Promise.all(senders.map(sendAll));
  return ((await arrived).at - startedAt) / 1_000;
}

async function steadily(clients: Clients, senders: readonly Sender[], messages: number): Promise<number[]> {
  const arrived = clients.ask({ do: "await", total: messages * SOCKETS });
  const startedAt = performance.now();
  for (let n = 1; n <= messages; n += 1) {
    await sleep(Math.max(0, startedAt + (n * 1_000) / STEADY_PER_SECOND - performance.now()));
    void senders[n % senders.length]?.send(messageOf(n));
  }
  return (await arrived).latencies;
}

/** About as much as an app tells of one thing that moved. */
export function messageOf(n: number): object {
  const at = performance.timeOrigin + performance.now();
  return { n, at, x: 411.5, y: 93.25, name: "a card on a board", color: "#3b82f6" };
}
