import type { Duplex } from "node:stream";

/** Nobody waits longer for others to be written to. */
const LONGEST_REST_MS = 20;

/** Sockets with frames that wait for the next turn. */
const waiting = new Set<Duplex>();
let restsUntil = 0;

/**
 * Writes to a socket, together with everything else written to it in this turn of the event loop: in one call of the
 * kernel, which costs more than anything else about a message. After a turn that took long, the next one begins as much
 * later, so that the more there is to write, the more goes into each call.
 */
export function writeTogether(socket: Duplex, bytes: Buffer): void {
  if (!waiting.has(socket)) {
    if (waiting.size === 0) begin();
    waiting.add(socket);
    socket.cork();
  }
  socket.write(bytes);
}

function begin(): void {
  const rest = restsUntil - performance.now();
  if (rest < 1) setImmediate(writeAll);
  else setTimeout(writeAll, rest);
}

function writeAll(): void {
  const startedAt = performance.now();
  for (const socket of waiting) socket.uncork();
  waiting.clear();
  const endedAt = performance.now();
  restsUntil = endedAt + Math.min(endedAt - startedAt, LONGEST_REST_MS);
}
