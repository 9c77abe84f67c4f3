import { constants, setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { ClientsAnswer, ClientsOrder, Target } from "./clients";
import { RawSocket } from "./raw-socket";

// A process of its own with many clients, which follows its parent and counts arriving messages.

/** The service lets an address have so many sockets that have not said whose they are. */
const AT_A_TIME = 200;
/** One socket of so many looks when its messages were sent. */
const LOOKED_AT = 25;

interface Client {
  socket: RawSocket;
  resume: string | undefined;
  /** The numbers of the messages that it has. */
  numbers: Set<number>;
}

let clients: Client[] = [];
let target: Target | undefined;
let arrived = 0;
let awaited: { total: number; done: () => void } | null = null;
/** A server that sends nothing for so long has lost the awaited messages. */
const STALLED_MS = 20_000;
let latencies: number[] = [];
/** Each client notes which messages it has. */
let keepsLedger = false;

// Users have machines of their own.
setPriority(constants.priority.PRIORITY_LOW);

process.on("message", (order: ClientsOrder) => {
  void obey(order).then(
    (answer) => process.send?.(answer),
    (error: Error) => process.send?.({ error: error.message }),
  );
});

async function obey(order: ClientsOrder): Promise<ClientsAnswer> {
  if (order.do === "open") {
    target = order.target;
    clients.push(...Array.from({ length: order.count }, newClient));
    await openAll(clients.slice(-order.count));
  } else if (order.do === "ledger") {
    keepsLedger = true;
    for (const { numbers } of clients) numbers.clear();
  } else if (order.do === "await") {
    await untilArrived(order.total);
    [awaited, arrived] = [null, 0];
  } else if (order.do === "drop") {
    for (const { socket } of clients) socket.destroy();
  } else if (order.do === "resume") {
    await openAll(clients);
    while (clients.some(({ numbers }) => numbers.size < order.each)) await sleep(5);
  } else {
    for (const { socket } of clients) socket.destroy();
    [clients, keepsLedger] = [[], false];
  }
  const seen = latencies;
  latencies = [];
  return { at: performance.timeOrigin + performance.now(), latencies: seen };
}

/** Throws where messages stay away. */
async function untilArrived(total: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  awaited = { total, done: resolve };
  note(0);
  let before = -1;
  const timer = setInterval(() => {
    if (arrived === before) reject(new Error(`${arrived} of ${total} messages arrived from ${target?.kind}`));
    before = arrived;
  }, STALLED_MS);
  await promise.finally(() => clearInterval(timer));
}

function newClient(): Client {
  return { socket: null as unknown as RawSocket, resume: undefined, numbers: new Set() };
}

async function openAll(all: Client[]): Promise<void> {
  let next = 0;
  const openNext = async () => {
    for (let index = next++; index < all.length; index = next++) await open(all[index] as Client, index);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, openNext));
}

function note(count: number): void {
  arrived += count;
  if (awaited && arrived >= awaited.total) awaited.done();
}

function open(client: Client, index: number): Promise<void> {
  const to = target as Target;
  return new Promise((resolve, reject) => {
    const protocol = to.kind === "coppice" ? "coppice.v1" : null;
    const socket = new RawSocket(to.url, protocol, {
      onOpen: () => {
        if (to.kind === "coppice") socket.send(JSON.stringify({ ...to.auth, resume: client.resume }));
        if (to.kind === "nchan") resolve();
      },
      onText: (bytes, start, end) => {
        if (isMessage(to, bytes, start)) {
          if (keepsLedger) client.numbers.add(Number(/"n":(\d+)/.exec(bytes.toString("latin1", start, end))?.[1]));
          else if (index % LOOKED_AT === 0) look(bytes.toString("latin1", start, end));
          note(1);
        } else answer(bytes.toString("utf8", start, end));
      },
      onEnd: () => reject(new Error(`a socket of ${to.kind} was closed`)),
    });
    client.socket = socket;
    const answer = (text: string) => {
      if (to.kind === "socket.io") {
        if (text[0] === "0") socket.send("40");
        else if (text[0] === "2") socket.send("3");
        else if (text.startsWith("40")) resolve();
        return;
      }
      const frame = JSON.parse(text) as { type: string; resume?: string };
      if (frame.type === "ready") {
        client.resume = frame.resume;
        socket.send(JSON.stringify(to.kind === "coppice" && to.subscribe));
      } else if (frame.type === "subscribed") resolve();
      else reject(new Error(text));
    };
  });
}

/** Tells messages by a letter, without reading them. */
function isMessage(to: Target, bytes: Buffer, start: number): boolean {
  if (to.kind === "nchan") return true;
  if (to.kind === "socket.io") return bytes[start] === 0x34 && bytes[start + 1] === 0x32;
  // {"type":"message or {"type":"change
  return bytes[start + 9] === 0x6d || bytes[start + 9] === 0x63;
}

function look(text: string): void {
  const sentAt = Number(/"at":([\d.]+)/.exec(text)?.[1]);
  if (!Number.isNaN(sentAt)) latencies.push(performance.timeOrigin + performance.now() - sentAt);
}
