import type { Socket } from "node:net";

interface Handle {
  reading: boolean;
  readStop(): void;
}

/**
 * Stops reading from a connection that another process is to have. Node reads on in a socket that it sends until the
 * other side has it, begins to read in one that it receives, and loses those bytes; `pause` alone stops neither.
 */
export function stopReading(socket: Socket): void {
  socket.pause();
  const { _handle: handle } = socket as unknown as { _handle: Handle | null };
  if (!handle) return;
  handle.reading = false;
  handle.readStop();
}
