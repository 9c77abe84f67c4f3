import { createHash } from "node:crypto";
import { realpath } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { OperatorError } from "@/lib/core/operator-error";
import { startPatience } from "@/lib/core/patience";

const ANSWER_MILLISECONDS = 1_000;

export interface DataFolderLock {
  release(): Promise<void>;
}

/**
 * Locks the data folder for one start. The lock is a Linux abstract socket, which vanishes with the process; a client
 * that connects receives the holder's process id.
 */
export async function lockDataFolder(dataDir: string): Promise<DataFolderLock> {
  return lockPath(dataDir, (pid) => `Coppice is already running on ${dataDir} (pid ${pid ?? "unknown"}).`);
}

/** Locks any path that exists; `describeHolder` makes the message for anyone who finds it locked. */
export async function lockPath(
  target: string,
  describeHolder: (pid: number | null) => string,
): Promise<DataFolderLock> {
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.end(String(process.pid));
  });
  const path = await socketName(target);
  await listen(server, path).catch(async (error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
    throw new OperatorError(describeHolder(await askHolder(path)), { cause: error });
  });
  return { release: () => new Promise((done) => server.close(() => done())) };
}

/** Returns the id of the process that holds this data folder, or `null`. */
export async function findLockHolder(dataDir: string): Promise<number | null> {
  return askHolder(await socketName(dataDir));
}

async function socketName(dataDir: string): Promise<string> {
  const hash = createHash("sha256").update(await realpath(dataDir));
  return `\0coppice-${hash.digest("hex").slice(0, 32)}`;
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => resolve());
  });
}

function askHolder(path: string): Promise<number | null> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(path);
    socket.setEncoding("utf8");
    const endPatience = startPatience(ANSWER_MILLISECONDS, () => socket.destroy());
    socket.on("data", (chunk: string) => {
      answer += chunk;
    });
    socket.on("error", () => resolve(null));
    socket.on("close", endPatience).on("close", () => resolve(/^\d+$/.test(answer) ? Number(answer) : null));
  });
}
