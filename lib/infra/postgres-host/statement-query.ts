import pg from "pg";
import { type ResultField, type RowSink, type StatementEnd, StatementError } from "@/lib/core/ports/customer-session";
import { SQLSTATE } from "@/lib/core/sql-state";

interface Statement {
  text: string;
  values: readonly (string | null)[];
}

/**
 * Runs one statement to its end and hands its rows on as they arrive. An error of the sink goes to `abort`, which ends
 * the session. The extended protocol refuses a second statement in the same message.
 */
export function runStatement(
  client: pg.Client,
  statement: Statement,
  sink: RowSink,
  abort: (error: Error) => void,
): Promise<StatementEnd> {
  return new Promise((resolve, reject) => {
    client.query(new StatementQuery(statement, { sink, abort, resolve, reject }));
  });
}

interface Listeners {
  sink: RowSink;
  abort(error: Error): void;
  resolve(ended: StatementEnd): void;
  reject(error: Error): void;
}

interface Wire {
  sendCopyFail(message: string): void;
}

/** node-postgres calls these methods for the messages of the server while the statement runs. */
class StatementQuery extends pg.Query {
  readonly #listeners: Listeners;
  #ended: StatementEnd = { command: "", rowCount: null };
  /** The end of the statement may have been read together with the failing message. */
  #failure: Error | null = null;

  constructor({ text, values }: Statement, listeners: Listeners) {
    // Of a configuration, the library makes a copy property by property, which takes longer than all else of a query.
    super(text, [...values]);
    Reflect.set(this, "queryMode", "extended");
    this.#listeners = listeners;
  }

  handleRowDescription({ fields }: { fields: ResultField[] }): void {
    this.#handOver(() => this.#listeners.sink.begin(fields));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#handOver(() => this.#listeners.sink.add(fields));
  }

  handleCommandComplete({ text }: { text: string }): void {
    const [, command = "", ...counts] = /^([A-Za-z]+)(?: (\d+))?(?: (\d+))?/.exec(text) ?? [];
    const count = counts.findLast((each) => each !== undefined);
    this.#ended = { command, rowCount: count === undefined ? null : Number(count) };
  }

  handleEmptyQuery(): void {}

  handleCopyInResponse(wire: Wire): void {
    this.#failure = copyRefused();
    wire.sendCopyFail("no data follows");
  }

  handleCopyData(): void {
    this.#abort(copyRefused());
  }

  handleError(error: Error): void {
    this.#listeners.reject(this.#failure ?? error);
  }

  handleReadyForQuery(): void {
    if (this.#failure) this.#listeners.reject(this.#failure);
    else this.#listeners.resolve(this.#ended);
  }

  #handOver(work: () => void): void {
    if (this.#failure) return;
    try {
      work();
    } catch (error) {
      this.#abort(error as Error);
    }
  }

  #abort(error: Error): void {
    this.#failure ??= error;
    this.#listeners.abort(error);
  }
}

function copyRefused(): StatementError {
  return new StatementError("COPY from or to the client isn't possible here.", {
    sqlState: SQLSTATE.featureNotSupported,
    hint: "Connect with the connection string, or use INSERT and SELECT.",
  });
}
