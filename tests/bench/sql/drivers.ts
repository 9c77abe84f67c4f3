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
  overWebSocket: string;
  overTcp: string;
}

interface Driver {
  connect(): Promise<unknown>;
  query(text: string): Promise<unknown>;
  end(): Promise<void>;
}

/** Measures `select 1` by Neon's unchanged driver over WebSockets beside node-postgres over TCP; both run in this process. */
export async function driverTable(sides: Sides, rounds: number, seconds: number): Promise<Table> {
  neonConfig.webSocketConstructor = WebSocket;
  neonConfig.useSecureWebSocket = false;
  neonConfig.wsProxy = () => `${sides.address}/v2`;
  const [webSocket, tcp] = [new Measured(), new Measured()];
  for (let round = 0; round < rounds; round += 1) {
    await webSocket.measure(() => new WebSocketClient(sides.overWebSocket), seconds);
    await tcp.measure(() => new TcpClient(sides.overTcp), seconds);
  }
  const row = (what: string, ours: Measured, ratio: string) => [
    ...[what, median(ours.perSecond).toFixed(0), milliseconds(median(ours.p50)), milliseconds(median(ours.p99))],
    ...[milliseconds(median(ours.connecting)), ratio],
  ];
  const ratio = times(median(webSocket.perSecond) / median(tcp.perSecond));
  return {
    title: `\`select 1\` by ${CLIENTS} clients of a driver, median of ${rounds} rounds of ${seconds} s`,
    columns: ["Driver", "Per second", "p50", "p99", "Connecting", "Ratio"],
    rows: [row("`@neondatabase/serverless` over WebSocket", webSocket, ratio), row("`pg` over TCP", tcp, "1.00×")],
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
