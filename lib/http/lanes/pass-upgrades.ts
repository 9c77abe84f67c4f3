import { type IncomingMessage, request as sendRequest } from "node:http";
import type { Socket } from "node:net";
import { type Duplex, pipeline } from "node:stream";
import { CONNECTION_ADDRESS_HEADER } from "@/lib/core/connection-address";
import { startPatience } from "@/lib/core/patience";
import { otherProcessAway, withoutHopByHop } from "./other-process";
import { pathOf, type Upgrades } from "./upgrades";

/** The longest wait for the other process's answer, in milliseconds. It may have to be started first. */
const ANSWER_MS = 15_000;

interface Passing {
  /** The Unix socket of the process that answers a path. */
  sockets: Readonly<Record<string, string>>;
  /** The header that states the client's address, or `null` where none does. */
  clientAddressHeader: string | null;
  answerMs?: number;
}

/**
 * Passes WebSockets on to other processes of the service, with the client's address as this process knows it. Refuses
 * with `service_unavailable` while the other process is away.
 */
export function passUpgrades({ sockets, clientAddressHeader, answerMs = ANSWER_MS }: Passing): Upgrades {
  return {
    paths: Object.keys(sockets),
    take: (request, socket, head) =>
      new Promise((resolve, reject) => {
        const socketPath = sockets[pathOf(request)];
        const asked = sendRequest({
          ...{ socketPath, path: request.url, method: "GET", setHost: false, agent: false },
          headers: headersFor(request, clientAddressHeader === CONNECTION_ADDRESS_HEADER),
        });
        socket.once("close", () => asked.destroy());
        const late = () => asked.destroy(new Error("the answer took too long"));
        const endPatience = startPatience(answerMs, late);
        for (const event of ["response", "upgrade", "close"]) asked.once(event, endPatience);
        asked.once("error", (cause) => reject(otherProcessAway("connection", cause)));
        asked.once("response", (answer) => {
          passAnswer(answer, socket);
          resolve();
        });
        asked.once("upgrade", (answer, upstream, first) => {
          socket.write(headOf(answer, answer.rawHeaders));
          socket.write(first);
          upstream.write(head);
          join(socket as Socket, upstream as Socket);
          resolve();
        });
        asked.end();
      }),
  };
}

/** Carries bytes both ways. One that ends ends the other, which may still send its pending bytes. */
function join(client: Socket, upstream: Socket): void {
  upstream.on("error", () => upstream.destroy());
  upstream.once("close", () => client.destroySoon());
  client.once("close", () => upstream.destroySoon());
  client.pipe(upstream).pipe(client);
}

/** A client's own words about its connection are left out. A process behind a Unix socket has stated the client's. */
function headersFor({ rawHeaders, socket }: IncomingMessage, statesAddress: boolean): string[] {
  if (socket.remoteAddress === undefined) return rawHeaders;
  const passed = rawHeaders.filter(
    (_entry, index) => rawHeaders[index - (index % 2)]?.toLowerCase() !== CONNECTION_ADDRESS_HEADER,
  );
  return statesAddress ? [...passed, CONNECTION_ADDRESS_HEADER, socket.remoteAddress] : passed;
}

/** The connection ends with a refusal: a next request in it would reach the other process unseen. */
function passAnswer(answer: IncomingMessage, socket: Duplex): void {
  socket.write(headOf(answer, [...withoutHopByHop(answer.rawHeaders), "Connection", "close"]));
  pipeline(answer, socket, () => {});
}

function headOf({ statusCode, statusMessage }: IncomingMessage, rawHeaders: readonly string[]): string {
  const lines = rawHeaders.map((entry, index) => (index % 2 === 0 ? `${entry}: ` : `${entry}\r\n`)).join("");
  return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines}\r\n`;
}
