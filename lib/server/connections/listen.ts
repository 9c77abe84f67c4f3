import { rm } from "node:fs/promises";
import type { Server } from "node:net";

/** Resolves when the server accepts connections. */
export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** Resolves when the server accepts connections at a Unix socket, in place of one that a killed process left there. */
export async function listenAt(server: Server, socketPath: string): Promise<void> {
  await rm(socketPath, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(socketPath, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
