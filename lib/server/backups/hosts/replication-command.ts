import type { Client, Connection, Submittable } from "pg";

/** node-postgres has more than its types say: the messages of a copy, in both directions. */
export interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

interface Handlers {
  onData: (message: Buffer, connection: CopyConnection) => void;
  onCopyDone?: (connection: CopyConnection) => void;
}

/**
 * Runs a command of the replication protocol, and returns the rows of all of its results. Between them, it may copy
 * data, of which each message is handed over.
 */
export async function runReplicationCommand(
  client: Client,
  text: string,
  { onData, onCopyDone = () => undefined }: Handlers,
): Promise<(string | null)[][]> {
  const { promise, resolve, reject } = Promise.withResolvers<(string | null)[][]>();
  const connection = client.connection as CopyConnection;
  const noteDone = () => onCopyDone(connection);
  connection.on("copyDone", noteDone);
  client.query(new ReplicationCommand(text, { onData, resolve, reject }));
  return promise.finally(() => connection.off("copyDone", noteDone));
}

interface Outcome {
  resolve: (rows: (string | null)[][]) => void;
  reject: (error: unknown) => void;
}

class ReplicationCommand implements Submittable {
  readonly #text: string;
  readonly #handlers: Pick<Handlers, "onData"> & Outcome;
  readonly #rows: (string | null)[][] = [];

  constructor(text: string, handlers: Pick<Handlers, "onData"> & Outcome) {
    this.#text = text;
    this.#handlers = handlers;
  }

  submit(connection: Connection): void {
    connection.query(this.#text);
  }

  handleRowDescription(): void {}

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#rows.push(fields);
  }

  /** The parser uses the memory of a message again. */
  handleCopyData({ chunk }: { chunk: Buffer }, connection: CopyConnection): void {
    this.#handlers.onData(Buffer.from(chunk), connection);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#handlers.resolve(this.#rows);
  }

  handleError(error: unknown): void {
    this.#handlers.reject(error);
  }
}
