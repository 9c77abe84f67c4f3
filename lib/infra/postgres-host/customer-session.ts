import type { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";
import pg from "pg";
import Cursor from "pg-cursor";
import { databaseClosed } from "@/lib/core/closed-database";
import { codeOf } from "@/lib/core/error-code";
import type { ServiceError } from "@/lib/core/errors";
import {
  type CustomerSession,
  type CustomerSessionOptions,
  type ResultField,
  type ResultLimits,
  type RowSink,
  StatementError,
  type StatementResult,
} from "@/lib/core/ports/customer-session";
import type { GuardRestriction } from "@/lib/core/ports/host-guard";
import { SQLSTATE } from "@/lib/core/sql-state";
import { asConnectError } from "./connect-error";
import { CONNECT_TIMEOUT_MS } from "./connection";
import { copyIn, copyOut, withoutListener } from "./copy";
import { type Kept, KeptRows } from "./kept-rows";
import { asStatementError } from "./statement-error";
import { type Ended, runStatement } from "./statement-query";
import { TypeNames } from "./type-names";

/** A larger answer ends the session: a value that does not fit into a string would end the whole process. */
const MAX_ANSWER_BYTES = 64 * 1024 ** 2;
const ROWS_PER_FETCH = 500;
const MAX_NOTICES = 100;
const MAX_NOTICE_CHARACTERS = 1_000;
/** The server's own timeout comes before this one, unless the customer has switched it off. */
const GRACE_MS = 1_000;

const YES_OR_NO = [() => true, () => false] as const;
const NOT_RESET = Promise.resolve(false);

const AS_TEXT = { getTypeParser: () => (value: unknown) => value } as unknown as pg.CustomTypesConfig;

interface Connection {
  /** The provisioner's connection string, of which host, port and TLS are used. */
  provisionerUrl: string;
  id: string;
  role: string;
  password: string;
  options: CustomerSessionOptions;
  /** Ends a backend of this role by a session of the provisioner. */
  terminate(pid: number): Promise<void>;
  /** Returns what the host's guard takes from the database at this moment. */
  restriction(): Promise<GuardRestriction | null>;
}

/**
 * Opens a session as the given role of a database. Throws `HostUnavailableError`, `database_not_ready`, `over_quota`,
 * `conflict`.
 */
export async function openCustomerSession(connection: Connection): Promise<CustomerSession> {
  const { id, role, password, options } = connection;
  const url = new URL(connection.provisionerUrl);
  [url.username, url.password, url.pathname] = [role, encodeURIComponent(password), `/${id}`];
  // Parameters of the connection string would override the options below.
  for (const name of ["options", "application_name", "client_encoding"]) url.searchParams.delete(name);
  const settings = { ...options.settings, statement_timeout: `${options.statementTimeoutMs}ms` };
  const client = new pg.Client({
    connectionString: url.href,
    options: startupOptions(settings),
    application_name: options.applicationName,
    client_encoding: "UTF8",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: AS_TEXT,
    pipeline: options.pipelines ?? false,
  } as pg.ClientConfig);
  client.on("error", () => {});
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => {});
    throw (await closedByGuard(error, connection)) ?? asConnectError(error);
  }
  return new PostgresCustomerSession(client, connection);
}

/**
 * Returns the settings as startup options. The server splits them at spaces that no backslash precedes (PostgreSQL 18,
 * 20.1.4).
 */
export function startupOptions(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replace(/[\\\s]/g, "\\$&")}`)
    .join(" ");
}

interface Answer extends Kept {
  command: string;
  rowCount: number | null;
  fields: readonly ResultField[];
}

class PostgresCustomerSession implements CustomerSession {
  readonly #client: pg.Client;
  readonly #connection: Connection;
  readonly #typeNames = new TypeNames();
  readonly #stream: Duplex;
  #notices: string[] = [];
  #received = 0;
  #isBusy = false;
  /** A statement was parsed by the standard; a function may have told the server to read its strings otherwise. */
  #readsStringsAsParsed = true;
  #endReason: Error | null = null;
  #isOpen = true;
  /** Resolves to whether the session was reset after its last statement. */
  #reset: Promise<boolean> = NOT_RESET;

  constructor(client: pg.Client, connection: Connection) {
    this.#client = client;
    this.#connection = connection;
    client.on("notice", (notice) => {
      if (this.#notices.length < MAX_NOTICES) {
        this.#notices.push(`${notice.severity ?? "NOTICE"}: ${(notice.message ?? "").slice(0, MAX_NOTICE_CHARACTERS)}`);
      }
    });
    const wire = Reflect.get(client, "connection") as EventEmitter & { stream: Duplex };
    this.#stream = wire.stream;
    wire.on("parameterStatus", ({ parameterName, parameterValue }: Record<string, string>) => {
      if (parameterName === "standard_conforming_strings") this.#readsStringsAsParsed = parameterValue === "on";
    });
    this.#stream.on("data", this.#count);
    client.on("end", () => {
      this.#isOpen = false;
    });
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
  ): Promise<Ended> {
    return this.#timed(text, () => {
      // One write for both.
      this.#stream.cork();
      const ended = this.#execute(text, values, sink);
      this.#reset = thenReset ? this.#client.query("DISCARD ALL").then(...YES_OR_NO) : NOT_RESET;
      this.#stream.uncork();
      return ended;
    });
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

  /** Does what one statement asks for, within its time. */
  async #timed<T>(text: string, work: () => Promise<T>): Promise<T> {
    [this.#received, this.#notices, this.#isBusy] = [0, [], true];
    const timer = setTimeout(() => this.#endLate(), this.#connection.options.statementTimeoutMs + GRACE_MS);
    try {
      // In a failed transaction it fails, as everything does that has strings.
      if (!this.#readsStringsAsParsed) {
        await this.#client.query("SET standard_conforming_strings = on").catch(() => undefined);
      }
      return await work();
    } catch (error) {
      throw this.#endReason ?? asStatementError(error, text);
    } finally {
      clearTimeout(timer);
      this.#isBusy = false;
    }
  }

  async close(): Promise<void> {
    if (this.#isBusy) this.#terminate();
    await this.#client.end().catch(() => {});
  }

  #answer(text: string, values: readonly (string | null)[], limits: ResultLimits | undefined) {
    return limits && !limits.runsToEnd ? this.#fetch(text, values, limits) : this.#run(text, values, limits);
  }

  /** Runs a statement to its end and keeps the rows within the limits. */
  async #run(text: string, values: readonly (string | null)[], limits?: ResultLimits): Promise<Answer> {
    const kept = new KeptRows(limits);
    let fields: readonly ResultField[] = [];
    const begin = (described: readonly ResultField[]) => {
      fields = described;
    };
    const ended = await this.#execute(text, values, { begin, add: (row) => void kept.add(row) });
    return { ...ended, fields, ...kept };
  }

  #execute(text: string, values: readonly (string | null)[], sink: RowSink): Promise<Ended> {
    return runStatement(this.#client, { text, values }, sink, (error) => this.abort(error));
  }

  async #fetch(text: string, values: readonly (string | null)[], limits: ResultLimits): Promise<Answer> {
    const cursor = this.#client.query(new Cursor(text, [...values], { rowMode: "array", types: AS_TEXT }));
    const kept = new KeptRows(limits);
    for (;;) {
      const wanted = Math.min(ROWS_PER_FETCH, limits.maxRows + 1 - kept.rows.length);
      const { batch, result } = await readBatch(cursor, wanted);
      const { fields, command, rowCount } = result;
      for (const row of batch) {
        if (kept.add(row)) continue;
        await cursor.close();
        return { command: "", rowCount: null, fields, ...kept };
      }
      if (batch.length === wanted) continue;
      // The tag counts the rows of the last fetch alone.
      return { command, rowCount: kept.rows.length || rowCount, fields, ...kept };
    }
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

function readBatch(cursor: Cursor<(string | null)[]>, wanted: number) {
  return new Promise<{ batch: (string | null)[][]; result: pg.QueryResult }>((resolve, reject) => {
    cursor.read(wanted, (error, batch, result) => (error ? reject(error) : resolve({ batch, result })));
  });
}

/** Returns the refusal of a database that the host's guard has closed; `null` for any other. */
export async function closedByGuard(
  error: unknown,
  connection: Pick<Connection, "restriction">,
): Promise<ServiceError | null> {
  if (codeOf(error) !== SQLSTATE.invalidAuthorizationSpecification) return null;
  const restriction = await connection.restriction();
  return restriction?.state === "closed" ? databaseClosed(restriction, error) : null;
}
