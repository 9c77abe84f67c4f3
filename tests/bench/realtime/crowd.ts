import { readFile } from "node:fs/promises";
import type { CleanUp } from "../clean-up";
import type { Table } from "../report";
import { median } from "../statistics";
import type { App } from "./app";
import { Clients } from "./clients";
import { messageOf } from "./fan-out";
import type { Sender } from "./sides";

const MEGABYTES_AT_MOST = 250;
const SECONDS_AT_MOST = 5;
const RETURNING = 1_000;
const MISSED = 20;

/** Measures the memory of many sockets, and the time in which many clients come back and get the missed messages. */
export async function crowdTable(cleanUp: CleanUp, app: App, sockets: number, rounds: number): Promise<Table> {
  const clients = new Clients(cleanUp);
  const sender = await app.openSender();
  const before = await residentMegabytes(app);
  // The sender is a socket too.
  await clients.open(app.target, sockets - 1);
  // Once everyone has got something, so that a socket's memory for that counts too.
  await tell(sender, clients, sockets - 1);
  const after = await residentMegabytes(app);
  await clients.ask({ do: "close" });
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round += 1) seconds.push(await comeBack(app, sender, clients));
  sender.close();
  const back = median(seconds);
  return {
    title: "Many sockets",
    columns: ["What", "Value", "Goal", "Met"],
    rows: [
      [
        `memory of the process with ${sockets.toLocaleString("en")} sockets, each in a topic`,
        `${after.toFixed(0)} MB, ${before.toFixed(0)} MB of it before (${(((after - before) * 1_024) / sockets).toFixed(1)} kB each)`,
        ...[`≤ ${MEGABYTES_AT_MOST} MB`, after <= MEGABYTES_AT_MOST ? "yes" : "no"],
      ],
      [
        `${RETURNING.toLocaleString("en")} clients at once come back, until each has the ${MISSED} messages it missed (${rounds} runs)`,
        `${back.toFixed(2)} s, nothing lost`,
        ...[`≤ ${SECONDS_AT_MOST} s`, back <= SECONDS_AT_MOST ? "yes" : "no"],
      ],
    ],
  };
}

async function tell(sender: Sender, clients: Clients, sockets: number): Promise<void> {
  const arrived = clients.ask({ do: "await", total: sockets });
  await sender.send(messageOf(0));
  await arrived;
}

/** The clients note their messages: one that misses something keeps this from ever ending. */
async function comeBack(app: App, sender: Sender, clients: Clients): Promise<number> {
  await clients.open(app.target, RETURNING);
  await clients.ask({ do: "ledger" });
  await tell(sender, clients, RETURNING);
  await clients.ask({ do: "drop" });
  for (let n = 1; n <= MISSED; n += 1) await sender.send(messageOf(n));
  const startedAt = performance.now();
  await clients.ask({ do: "resume", each: MISSED + 1 });
  const seconds = (performance.now() - startedAt) / 1_000;
  await clients.ask({ do: "close" });
  return seconds;
}

async function residentMegabytes({ pids }: App): Promise<number> {
  const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/smaps_rollup`, "utf8")));
  return texts.reduce((sum, text) => sum + Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1]) / 1_024, 0);
}
