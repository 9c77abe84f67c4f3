import type { Duplex } from "node:stream";
import { ServiceError } from "@/lib/core/errors";
import { AUTHENTICATION_OK, errorMessage, int32, message, READY_IDLE } from "./messages";
import { type FunctionDatabases, SessionShelf } from "./session-shelf";
import { readStartUp, requireOwn, StartUpRefusal } from "./start-up";

interface Client {
  functionId: string;
  databaseId: string;
}

/**
 * Stands between functions and their project's database. A function signs in here without a password, and gets a session
 * that was signed in before; it can reach no other database and be no other role.
 */
export class DatabaseProxy {
  readonly #shelf: SessionShelf;

  constructor(databases: FunctionDatabases) {
    this.#shelf = new SessionShelf(databases);
  }

  /** Serves one connection to its end. */
  async serve(socket: Duplex, client: Client): Promise<void> {
    socket.on("error", () => socket.destroy());
    try {
      const parameters = await readStartUp(socket);
      if (!parameters) return void socket.destroy();
      requireOwn(parameters);
      await this.#pass(socket, client);
    } catch (error) {
      socket.end(refusalOf(error));
    }
  }

  async #pass(socket: Duplex, client: Client): Promise<void> {
    const session = await whileThere(socket, (signal) => this.#shelf.take(client, signal));
    try {
      const reported = session.raw.parameters.map(({ name, value }) => message("S", name, value));
      // Of the pair that could cancel a statement, the function gets none that means anything.
      const key = message("K", int32(0), int32(0));
      socket.write(Buffer.concat([AUTHENTICATION_OK, ...reported, key, READY_IDLE]));
      const end = await session.passFor(socket);
      if (end === "too large") socket.end(errorMessage("54000", "A message has at most 16 MiB."));
      else socket.end();
    } finally {
      await this.#shelf.giveBack(client, session);
    }
  }

  /** Ends the sessions kept for a function. */
  endOf(functionId: string): void {
    this.#shelf.endOf(functionId);
  }

  close(): Promise<void> {
    return this.#shelf.close();
  }
}

/** Waits for a client that sends nothing meanwhile. The signal tells of its going, which nobody would read otherwise. */
async function whileThere<T>(socket: Duplex, wait: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const gone = new AbortController();
  const leave = () => gone.abort();
  const look = () => void socket.read(0);
  socket.on("close", leave).on("end", leave).on("readable", look);
  if (socket.destroyed) leave();
  try {
    return await wait(gone.signal);
  } finally {
    socket.off("close", leave).off("end", leave).off("readable", look);
  }
}

/** Not every message is for the function: only those written for callers. */
function refusalOf(error: unknown): Buffer {
  if (error instanceof StartUpRefusal) return errorMessage(error.sqlState, error.message);
  if (error instanceof ServiceError) return errorMessage("57P03", error.message);
  return errorMessage("08006", "The database can't be reached right now.");
}
