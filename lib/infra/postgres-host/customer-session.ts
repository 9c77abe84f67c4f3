import type { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";
import type pg from "pg";
import { startPatience } from "@/lib/core/patience";
import {
  type CustomerSession,
  type CustomerSessionOptions,
  type ResultField,
  type ResultLimits,
  type RowSink,
  type StatementEnd,
  StatementError,
  type StatementResult,
  type StreamedStatement,
} from "@/lib/core/ports/customer-session";
import type { GuardRestriction } from "@/lib/core/ports/host-guard";
import { SQLSTATE } from "@/lib/core/sql-state";
import { succeeds } from "@/lib/core/succeeds";
import { ChangedSettings, readOtherwise } from "./changed-settings";
import { copyIn, copyOut, withoutListener } from "./copy";
import { fetchRows, type RowsOfStatement } from "./fetch-rows";
import { KeptRows } from "./kept-rows";
import { asStatementError } from "./statement-error";
import { runStatement } from "./statement-query";
import { TypeNames } from "./type-names";

/** A larger answer ends the session: a value that does not fit into a string would end the whole process. */
const MAX_ANSWER_BYTES = 64 * 1024 ** 2;
const MAX_NOTICES = 100;
const MAX_NOTICE_CHARACTERS = 1_000;
/** The server's own timeout comes before this one, unless the customer has switched it off. */
const GRACE_MS = 1_000;

const NOT_RESET = Promise.resolve(false);

export interface CustomerConnection {
  /** The provisioner's connection string, of which host, port and TLS are used. */
  provisionerUrl: string;
  id: string;
  role: string;
  password: string;
  options: CustomerSessionOptions;
  /** Ends a backend of this role by a session of the provisioner. */
  terminate(pid: number): Promise<void>;
  /** Returns the restriction that the host's guard has set on the database at this moment. */
  restriction(): Promise<GuardRestriction | null>;
}

/** A session of node-postgres. Received bytes are counted, so that no answer fills the memory. */
export class PostgresCustomerSession implements CustomerSession {
  readonly #client: pg.Client;
  readonly #connection: CustomerConnection;
  readonly #typeNames = new TypeNames();
  readonly #stream: Duplex;
  #notices: string[] = [];
  #received = 0;
  #isBusy = false;
  readonly #changed: ChangedSettings;
  #endReason: Error | null = null;
  #isOpen = true;
  /** Resolves to whether the session was reset after its last statement. */
  #reset: Promise<boolean> = NOT_RESET;

  constructor(client: pg.Client, connection: CustomerConnection) {
    this.#client = client;
    this.#connection = connection;
    client.on("notice", (notice) => {
      if (this.#notices.length < MAX_NOTICES) {
        this.#notices.push(`${notice.severity ?? "NOTICE"}: ${(notice.message ?? "").slice(0, MAX_NOTICE_CHARACTERS)}`);
      }
    });
    const wire = Reflect.get(client, "connection") as EventEmitter & { stream: Duplex };
    this.#stream = wire.stream;
    this.#changed = new ChangedSettings(wire);
    this.#stream.on("data", this.#count);
    // An idle session hears why it ends before its connection does.
    for (const event of ["error", "end"] as const) {
      client.on(event, () => {
        this.#isOpen = false;
      });
    }
  }

  get isOpen(): boolean {
    return this.#isOpen && this.#endReason === null;
  }

  get isInTransaction(): boolean {
    return this.#client.getTransactionStatus() !== "I";
  }

  readonly #count = (chunk: Buffer) => {
    this.#received += chunk.length;
    const { maxAnswerBytes = MAX_ANSWER_BYTES } = this.#connection.options;
    if (this.#received <= maxAnswerBytes) return;
    const message = `The result is larger than ${maxAnswerBytes / 1024 ** 2} MB.`;
    this.abort(new StatementError(message, { sqlState: null }));
  };

  query(text: string, values: readonly (string | null)[] = [], limits?: ResultLimits): Promise<StatementResult> {
    return this.#timed(text, async () => {
      const answer = await this.#answer(text, values, limits);
      const notices = this.#notices;
      const typeNames = await this.#typeNames.of(answer.fields, (sql, types) => this.#run(sql, types));
      const columns = answer.fields.map(({ name, dataTypeID }, index) => ({
        name,
        typeOid: dataTypeID,
        typeName: typeNames[index] ?? "unknown",
      }));
      const { command, rows, rowCount, isTruncated, characters } = answer;
      return { command, columns, rows, rowCount, notices, isTruncated, characters };
    });
  }

  stream(
    text: string,
    values: readonly (string | null)[],
    sink: RowSink,
    { thenReset } = { thenReset: false },
  ): Promise<StatementEnd> {
    return this.#timed(text, () => {
      // One write for both.
      this.#stream.cork();
      const ended = this.#execute(text, values, sink);
      this.#reset = thenReset ? succeeds(this.#client.query("DISCARD ALL")) : NOT_RESET;
      this.#stream.uncork();
      return ended;
    });
  }

  streamTogether(statements: readonly StreamedStatement[]): Promise<PromiseSettledResult<StatementEnd>[]> {
    return this.#timed("", async () => {
      this.#stream.cork();
      const ends = statements.map(({ text, values, sink }) => this.#endOf(text, this.#execute(text, values, sink)));
      this.#reset = NOT_RESET;
      this.#stream.uncork();
      const settled = await Promise.allSettled(ends);
      if (this.#endReason) throw this.#endReason;
      if (!this.#changed.isEmpty) throw readOtherwise();
      return settled;
    });
  }

  /** The bytes of each answer are counted by themselves. */
  async #endOf(text: string, ended: Promise<StatementEnd>): Promise<StatementEnd> {
    try {
      return await ended;
    } catch (error) {
      throw asStatementError(error, text);
    } finally {
      this.#received = 0;
    }
  }

  async reset(): Promise<void> {
    // It is refused inside a transaction, which the statement may have left open.
    if (await this.#reset) return;
    await this.#timed("DISCARD ALL", async () => {
      if (this.isInTransaction) await this.#client.query("ROLLBACK");
      await this.#client.query("DISCARD ALL");
    });
  }

  copyOut(text: string, write: (bytes: Uint8Array) => Promise<void>): Promise<void> {
    const writeOrEnd = (bytes: Uint8Array) =>
      write(bytes).catch((error: unknown) => {
        this.abort(new StatementError("Nobody reads the copy any more.", { sqlState: null }));
        throw error;
      });
    const copy = () => copyOut(this.#client, text, writeOrEnd);
    return this.#timed(text, () => withoutListener(this.#stream, this.#count, copy));
  }

  copyIn(text: string, source: AsyncIterable<Uint8Array>, onNotice: (message: string) => void): Promise<number> {
    const listen = ({ message = "" }: { message?: string | undefined }) => onNotice(message);
    this.#client.on("notice", listen);
    const copy = () => copyIn(this.#client, text, source);
    return this.#timed(text, copy).finally(() => this.#client.off("notice", listen));
  }

  async listen(channel: string, heard: () => void): Promise<void> {
    this.#client.on("notification", (notification) => {
      if (notification.channel === channel) heard();
    });
    this.#client.on("end", heard);
    await this.query(`LISTEN ${this.#client.escapeIdentifier(channel)}`);
  }

  /** Carries out one statement, within its time. */
  async #timed<T>(text: string, work: () => Promise<T>): Promise<T> {
    [this.#received, this.#notices, this.#isBusy] = [0, [], true];
    const late = () => this.#endLate();
    const endPatience = startPatience(this.#connection.options.statementTimeoutMs + GRACE_MS, late);
    try {
      // In a failed transaction it fails, as everything does that has strings.
      for (const repair of this.#changed.repairs()) await this.#client.query(repair).catch(() => undefined);
      return await work();
    } catch (error) {
      throw this.#endReason ?? asStatementError(error, text);
    } finally {
      endPatience();
      this.#isBusy = false;
    }
  }

  async close(): Promise<void> {
    if (this.#isBusy) this.#terminate();
    await this.#client.end().catch(() => {});
  }

  #answer(text: string, values: readonly (string | null)[], limits: ResultLimits | undefined) {
    return limits && !limits.runsToEnd
      ? fetchRows(this.#client, { text, values }, limits)
      : this.#run(text, values, limits);
  }

  /** Runs a statement to its end and keeps the rows within the limits. */
  async #run(text: string, values: readonly (string | null)[], limits?: ResultLimits): Promise<RowsOfStatement> {
    const kept = new KeptRows(limits);
    let fields: readonly ResultField[] = [];
    const begin = (described: readonly ResultField[]) => {
      fields = described;
    };
    const ended = await this.#execute(text, values, { begin, add: (row) => void kept.add(row) });
    return { ...ended, fields, ...kept };
  }

  #execute(text: string, values: readonly (string | null)[], sink: RowSink): Promise<StatementEnd> {
    return runStatement(this.#client, { text, values }, sink, (error) => this.abort(error));
  }

  #terminate(): void {
    const pid = Reflect.get(this.#client, "processID") as number;
    this.#connection.terminate(pid).catch(() => {});
  }

  #endLate(): void {
    const seconds = this.#connection.options.statementTimeoutMs / 1_000;
    const message = `Stopped: statements are limited to ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
    this.#endReason ??= new StatementError(message, { sqlState: SQLSTATE.queryCanceled });
    this.#terminate();
  }

  abort(reason: Error): void {
    if (this.#endReason) return;
    this.#endReason = reason;
    this.#stream.destroy(reason);
    this.#terminate();
  }
}
