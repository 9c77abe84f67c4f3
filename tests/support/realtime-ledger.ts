import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import type { Frame } from "./realtime-client";

/** As `@coppice/realtime` does it: later each time, and never all clients at the same moment. */
const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/** A client's subscription, and its position. */
interface Subscription {
  frame: Frame;
  since?: string;
  isLive: boolean;
  /** The events in order: a number of a writer, or `null` for a gap. */
  ledger: ({ writer: string; number: number } | null)[];
}

interface LedgerOptions {
  urls: readonly string[];
  auth: Frame;
  /** The frames that subscribe, by the id of the subscription. */
  subscriptions: Readonly<Record<string, Frame>>;
}

/** A client that comes back, goes on from its cursors, and keeps a ledger of the told changes. */
export class LedgerClient {
  readonly subscriptions: ReadonlyMap<string, Subscription>;
  /** The frames of subscriptions that ended for good. */
  readonly failures: Frame[] = [];
  readonly #options: LedgerOptions;
  #socket: WebSocket | null = null;
  /** The place of the address of its next connection. */
  #next: number;
  /** The number of times in a row that it was of no use. */
  #attempts = 0;
  /** The frame behind which the connection is cut next. */
  #cutBehind: string | null = null;
  #hasStopped = false;

  constructor(options: LedgerOptions, first: number) {
    [this.#options, this.#next] = [options, first];
    this.subscriptions = new Map(
      Object.entries(options.subscriptions).map(([id, frame]) => [
        id,
        { frame: { ...frame, type: "subscribe", subscriptionId: id }, isLive: false, ledger: [] },
      ]),
    );
  }

  get isLive(): boolean {
    return [...this.subscriptions.values()].every(({ isLive }) => isLive);
  }

  /** Connects, and again whenever the connection ends. */
  async run(): Promise<void> {
    while (!this.#hasStopped) {
      await this.#connect();
      for (const subscription of this.subscriptions.values()) subscription.isLive = false;
      if (!this.#hasStopped) await sleep(this.#pause());
    }
  }

  /** Cuts the connection, now or behind the next frame of a type that the client gets or, for `auth`, sends. */
  cut(behind?: "auth" | "ready" | "subscribed" | "change" | "message"): void {
    if (behind === undefined) this.#socket?.terminate();
    else this.#cutBehind = behind;
  }

  get isToBeCut(): boolean {
    return this.#cutBehind !== null;
  }

  stop(): void {
    this.#hasStopped = true;
    this.#socket?.terminate();
  }

  #pause(): number {
    const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** this.#attempts);
    this.#attempts += 1;
    return longest * (0.5 + Math.random() / 2);
  }

  /** Resolves when the connection has ended. */
  #connect(): Promise<void> {
    const { urls, auth } = this.#options;
    const socket = new WebSocket(urls[this.#next % urls.length] ?? "", "coppice.v1");
    this.#next += 1;
    this.#socket = socket;
    socket.on("error", () => undefined);
    socket.once("open", () => {
      socket.send(JSON.stringify({ ...auth, type: "auth" }));
      this.#cutIfBehind("auth", socket);
    });
    socket.on("message", (data) => {
      // A frame that came with the last bytes is lost with the connection.
      if (socket.readyState !== WebSocket.OPEN) return;
      const frame: Frame = JSON.parse(String(data));
      this.#take(socket, frame);
      this.#cutIfBehind(frame.type, socket);
    });
    return new Promise((resolve) => socket.once("close", () => resolve()));
  }

  #cutIfBehind(type: string, socket: WebSocket): void {
    if (this.#cutBehind !== type) return;
    this.#cutBehind = null;
    socket.terminate();
  }

  #take(socket: WebSocket, frame: Frame): void {
    if (frame.type === "ready") {
      this.#attempts = 0;
      for (const subscription of this.subscriptions.values()) this.#subscribe(socket, subscription);
      return;
    }
    const subscription = this.subscriptions.get(frame.subscriptionId);
    if (!subscription) {
      if (frame.type === "error") this.failures.push(frame);
      return;
    }
    if (frame.type === "subscribed") subscription.isLive = true;
    if (frame.type === "gap") subscription.ledger.push(null);
    if (frame.type === "change") subscription.ledger.push({ writer: frame.new.writer, number: frame.new.number });
    if (frame.type === "message") subscription.ledger.push(frame.payload);
    // A client that has a cursor keeps it until an event brings a later one.
    const isLater = frame.type !== "subscribed" || subscription.since === undefined;
    if (typeof frame.cursor === "string" && isLater) subscription.since = frame.cursor;
    if (frame.type === "error") this.#retry(socket, subscription, frame);
  }

  #subscribe(socket: WebSocket, { frame, since }: Subscription): void {
    socket.send(JSON.stringify({ ...frame, ...(since !== undefined && { since }) }));
  }

  #retry(socket: WebSocket, subscription: Subscription, frame: Frame): void {
    subscription.isLive = false;
    if (!frame.retryable) this.failures.push(frame);
    const again = () => {
      if (socket.readyState === WebSocket.OPEN) this.#subscribe(socket, subscription);
    };
    setTimeout(again, (frame.retryAfterSeconds ?? 5) * 1_000).unref();
  }
}

/**
 * Returns the fault of a ledger: the writes that were neither told nor missing by a gap, and those out of order.
 */
export function faultsOf(ledger: Subscription["ledger"], written: ReadonlyMap<string, readonly number[]>): string[] {
  const faults: string[] = [];
  for (const [writer, numbers] of written) {
    const told = new Set<number>();
    let [last, hasGap] = [0, false];
    for (const entry of ledger) {
      if (entry === null) hasGap = true;
      if (entry?.writer !== writer) continue;
      const { number } = entry;
      if (number <= last) {
        if (!told.has(number)) faults.push(`${writer} ${number} came after ${last}`);
        continue;
      }
      const missing = numbers.filter((each) => each > last && each < number);
      if (!hasGap && missing.length > 0) faults.push(`${writer} ${missing.join()} missing before ${number}`);
      [last, hasGap] = [number, false];
      told.add(number);
    }
    const rest = numbers.filter((each) => each > last);
    if (!hasGap && rest.length > 0) faults.push(`${writer} ${rest.join()} missing at the end`);
  }
  return faults;
}
