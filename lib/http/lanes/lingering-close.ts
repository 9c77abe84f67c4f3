import type { IncomingMessage, Server } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { MOST_DISCARDED_BYTES } from "./discard-body";

const QUIET_MS = 2_000;
const LONGEST_MS = 5_000;

/** Has the server end the connection of a request that it answered in the midst of its body by `endLingering`. */
export function closeLingering(server: Server): void {
  server.on("request", (request: IncomingMessage) => {
    const { socket } = request;
    // Node calls this once the last answer of a connection was written.
    socket.destroySoon = () => {
      if (request.complete) Socket.prototype.destroySoon.call(socket);
      else endLingering(socket);
    };
  });
}

/**
 * Ends a connection whose client may be sending still (docs/decisions/222). TCP resets one that is closed with bytes
 * unread, and the client may lose the answer. So bytes are discarded until the client has closed it too, is quiet or has
 * had its time; beyond 32 MB they are left in its hands.
 */
export function endLingering(socket: Duplex, last?: string): void {
  socket.end(last);
  let bytes = 0;
  const destroy = () => void socket.destroy();
  let quiet = setTimeout(destroy, QUIET_MS);
  const longest = setTimeout(destroy, LONGEST_MS);
  // The parser of HTTP has no more use for them.
  socket.removeAllListeners("data").removeAllListeners("end");
  socket.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    clearTimeout(quiet);
    if (bytes > MOST_DISCARDED_BYTES) socket.pause();
    else quiet = setTimeout(destroy, QUIET_MS);
  });
  socket.once("end", destroy).once("error", destroy);
  socket.once("close", () => {
    clearTimeout(quiet);
    clearTimeout(longest);
  });
  socket.resume();
}
