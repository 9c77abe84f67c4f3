import { neonConfig, Client as WebSocketClient } from "@neondatabase/serverless";
import { Client as TcpClient } from "pg";
import { WebSocket } from "ws";
import { milliseconds, type Table, times } from "../report";
import { median, quantile } from "../statistics";

/** A database takes 15 WebSockets. */
const CLIENTS = 12;

interface Sides {
  /** Host and port of the process that takes WebSockets. */
  address: string;
  /** Host and port of the bare relay. */
  relay: string;
  overWebSocket: string;
  overRelay: string;
  overTcp: string;
}

interface Driver {
  connect(): Promise<unknown>;
  query(text: string): Promise<unknown>;
  end(): Promise<void>;
}

interface Side {
  what: string;
  open(): Driver;
  /** The side with the same client that does the least for it. */
  beside: string;
}

const [DRIVER, AT_ONCE, TCP] = ["`@neondatabase/serverless`", "the same, `coalesceWrites: false`", "`pg` over TCP"];
const byRelay = (what: string) => `${what}, by a bare relay`;

/**
 * Measures `select 1` by Neon's unchanged driver over WebSockets beside node-postgres over TCP; all run in this process.
 * By default the driver holds each write back for a timer of a millisecond (`coalesceWrites`), so it is measured without
 * that too, and each way by a bare relay as well, which shows the share of the driver itself.
 */
export async function driverTable(sides: Sides, rounds: number, seconds: number): Promise<Table> {
  neonConfig.webSocketConstructor = WebSocket;
  neonConfig.useSecureWebSocket = false;
  const overWebSocket = (coalesceWrites: boolean) => () => {
    Object.assign(neonConfig, { coalesceWrites, pipelineConnect: "password" });
    neonConfig.wsProxy = () => `${sides.address}/v2`;
    return new WebSocketClient(sides.overWebSocket);
  };
  const overRelay = (coalesceWrites: boolean) => () => {
    // The server asks for a proof, which can't be sent before its question.
    Object.assign(neonConfig, { coalesceWrites, pipelineConnect: false });
    neonConfig.wsProxy = () => `${sides.relay}/v2`;
    return new WebSocketClient(sides.overRelay);
  };
  const all: Side[] = [
    { what: DRIVER, open: overWebSocket(true), beside: byRelay(DRIVER) },
    { what: byRelay(DRIVER), open: overRelay(true), beside: byRelay(DRIVER) },
    { what: AT_ONCE, open: overWebSocket(false), beside: byRelay(AT_ONCE) },
    { what: byRelay(AT_ONCE), open: overRelay(false), beside: byRelay(AT_ONCE) },
    { what: TCP, open: () => new TcpClient(sides.overTcp), beside: TCP },
  ];
  return tableOf(all, await measureAll(all, rounds, seconds), `median of ${rounds} rounds of ${seconds} s`);
}

async function measureAll(all: readonly Side[], rounds: number, seconds: number): Promise<Map<string, Measured>> {
  const results = new Map(all.map(({ what }) => [what, new Measured()]));
  for (let round = 0; round < rounds; round += 1) {
    for (const { what, open } of all) await results.get(what)?.measure(open, seconds);
  }
  return results;
}

function tableOf(all: readonly Side[], results: ReadonlyMap<string, Measured>, how: string): Table {
  const rateOf = (what: string) => median(results.get(what)?.perSecond ?? []);
  const rows = all.map(({ what, beside }) => {
    const { p50 = [], p99 = [], connecting = [] } = results.get(what) ?? {};
    return [
      ...[what, rateOf(what).toFixed(0), ...[p50, p99, connecting].map((each) => milliseconds(median(each)))],
      ...[times(rateOf(what) / rateOf(TCP)), times(rateOf(what) / rateOf(beside))],
    ];
  });
  return {
    title: `\`select 1\` by ${CLIENTS} clients of a driver, ${how}`,
    columns: ["Driver", "Per second", "p50", "p99", "Connecting", "Beside `pg` over TCP", "Beside the bare relay"],
    rows,
  };
}

class Measured {
  readonly perSecond: number[] = [];
  readonly p50: number[] = [];
  readonly p99: number[] = [];
  /** Milliseconds from the first byte of a connection to a session that takes statements. */
  readonly connecting: number[] = [];

  async measure(open: () => Driver, seconds: number): Promise<void> {
    const clients = Array.from({ length: CLIENTS }, open);
    for (const client of clients) {
      const from = performance.now();
      await client.connect();
      this.connecting.push(performance.now() - from);
    }
    const latencies: number[] = [];
    const from = performance.now();
    const until = from + seconds * 1_000;
    const ask = async (client: Driver) => {
      for (let now = performance.now(); now < until; ) {
        await client.query("select 1");
        latencies.push(performance.now() - now);
        now = performance.now();
      }
    };
    await Promise.all(clients.map(ask));
    this.perSecond.push((latencies.length * 1_000) / (performance.now() - from));
    this.p50.push(quantile(latencies, 0.5));
    this.p99.push(quantile(latencies, 0.99));
    await Promise.all(clients.map((client) => client.end()));
  }
}
