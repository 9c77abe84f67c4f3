import type { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";
import pg from "pg";
import Cursor from "pg-cursor";
import { databaseClosed } from "@/lib/core/closed-database";
import { codeOf } from "@/lib/core/error-code";
import { HostUnavailableError, ServiceError } from "@/lib/core/errors";
import {
  type CustomerSession,
  type CustomerSessionOptions,
  type ResultLimits,
  StatementError,
  type StatementResult,
} from "@/lib/core/ports/customer-session";
import type { GuardRestriction } from "@/lib/core/ports/host-guard";
import { SQLSTATE } from "@/lib/core/sql-state";
import { codePointOffset } from "@/lib/core/text-offsets";
import { asHostError, CONNECT_TIMEOUT_MS } from "./connection";
import { TypeNames } from "./type-names";

/** A larger answer ends the session: a value that does not fit into a string would end the whole process. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
const ROWS_PER_FETCH = 500;
const MAX_NOTICES = 100;
const MAX_NOTICE_CHARACTERS = 1_000;
/** The server's own timeout comes before this one, unless the customer has switched it off. */
const GRACE_MS = 1_000;

/** SQLSTATEs of a session that an administrator, a crash, a timeout or a stopping server ended. */
const SESSION_ENDED: ReadonlySet<string> = new Set([
  SQLSTATE.adminShutdown,
  SQLSTATE.crashShutdown,
  SQLSTATE.cannotConnectNow,
  SQLSTATE.idleInTransactionSessionTimeout,
]);

/** SQLSTATEs of a database that accepts no connection or is not there any more. */
const BEING_CHANGED: ReadonlySet<string> = new Set([
  SQLSTATE.objectNotInPrerequisiteState,
  SQLSTATE.insufficientPrivilege,
  SQLSTATE.invalidCatalogName,
]);

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
  });
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
function startupOptions(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replace(/[\\\s]/g, "\\$&")}`)
    .join(" ");
}

class PostgresCustomerSession implements CustomerSession {
  readonly #client: pg.Client;
  readonly #connection: Connection;
  readonly #typeNames = new TypeNames();
  #notices: string[] = [];
  #received = 0;
  #isBusy = false;
  /** A statement was parsed by the standard; a function may have told the server to read its strings otherwise. */
  #readsStringsAsParsed = true;
  #endReason: StatementError | null = null;

  constructor(client: pg.Client, connection: Connection) {
    this.#client = client;
    this.#connection = connection;
    client.on("notice", (notice) => {
      if (this.#notices.length < MAX_NOTICES) {
        this.#notices.push(`${notice.severity ?? "NOTICE"}: ${(notice.message ?? "").slice(0, MAX_NOTICE_CHARACTERS)}`);
      }
    });
    const wire = Reflect.get(client, "connection") as EventEmitter & { stream: Duplex };
    const { stream } = wire;
    wire.on("parameterStatus", ({ parameterName, parameterValue }: Record<string, string>) => {
      if (parameterName === "standard_conforming_strings") this.#readsStringsAsParsed = parameterValue === "on";
    });
    stream.on("data", (chunk: Buffer) => {
      this.#received += chunk.length;
      if (this.#received > MAX_ANSWER_BYTES) this.#end(stream, "The answer is larger than 64 MB.");
    });
  }

  async query(text: string, values: readonly (string | null)[] = [], limits?: ResultLimits): Promise<StatementResult> {
    [this.#received, this.#notices, this.#isBusy] = [0, [], true];
    const timer = setTimeout(() => this.#endLate(), this.#connection.options.statementTimeoutMs + GRACE_MS);
    try {
      // In a failed transaction it fails, as everything does that has strings.
      if (!this.#readsStringsAsParsed) {
        await this.#client.query("SET standard_conforming_strings = on").catch(() => undefined);
      }
      const answer = await (limits ? this.#fetch(text, values, limits) : this.#run(text, values));
      const notices = this.#notices;
      const typeNames = await this.#typeNames.of(answer.fields, (sql, types) => this.#run(sql, types));
      const columns = answer.fields.map(({ name, dataTypeID }, index) => ({
        name,
        typeOid: dataTypeID,
        typeName: typeNames[index] ?? "unknown",
      }));
      const { command, rows, rowCount, isTruncated } = answer;
      return { command, columns, rows, rowCount, notices, isTruncated };
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

  async #run(text: string, values: readonly (string | null)[]) {
    // The extended protocol refuses a second statement in the same message.
    const config = { text, values: [...values], rowMode: "array", queryMode: "extended", types: AS_TEXT };
    const result = await this.#client.query(config as pg.QueryArrayConfig);
    return { ...result, rows: result.rows as (string | null)[][], fields: result.fields, isTruncated: false };
  }

  async #fetch(text: string, values: readonly (string | null)[], { maxRows, maxCharacters }: ResultLimits) {
    const cursor = this.#client.query(new Cursor(text, [...values], { rowMode: "array", types: AS_TEXT }));
    const rows: (string | null)[][] = [];
    let characters = 0;
    for (;;) {
      const wanted = Math.min(ROWS_PER_FETCH, maxRows + 1 - rows.length);
      const { batch, result } = await readBatch(cursor, wanted);
      for (const row of batch) {
        characters += row.reduce((sum, value) => sum + (value?.length ?? 0), 0);
        if (rows.length === maxRows || characters > maxCharacters) {
          await cursor.close();
          return { command: "", rows, rowCount: null, fields: result.fields, isTruncated: true };
        }
        rows.push(row);
      }
      if (batch.length === wanted) continue;
      return { command: result.command, rows, rowCount: result.rowCount, fields: result.fields, isTruncated: false };
    }
  }

  #terminate(): void {
    const pid = Reflect.get(this.#client, "processID") as number;
    this.#connection.terminate(pid).catch(() => {});
  }

  #endLate(): void {
    const message = "The statement reached its timeout, and did not end when the server was to end it.";
    this.#endReason ??= new StatementError(message, { sqlState: SQLSTATE.queryCanceled });
    this.#terminate();
  }

  #end(stream: Duplex, message: string): void {
    if (this.#endReason) return;
    this.#endReason = new StatementError(message, { sqlState: null });
    stream.destroy(this.#endReason);
    this.#terminate();
  }
}

function readBatch(cursor: Cursor<(string | null)[]>, wanted: number) {
  return new Promise<{ batch: (string | null)[][]; result: pg.QueryResult }>((resolve, reject) => {
    cursor.read(wanted, (error, batch, result) => (error ? reject(error) : resolve({ batch, result })));
  });
}

function asStatementError(error: unknown, text: string): unknown {
  // An error of Postgres is recognised by its code alone: its message may quote anything.
  if (!(error instanceof pg.DatabaseError) || SESSION_ENDED.has(error.code ?? "")) return asHostError(error);
  const { message, code = null, detail = null, hint = null, position } = error;
  const offset = position === undefined ? null : codePointOffset(text, Number(position) - 1);
  return new StatementError(message, { sqlState: code, detail, hint, position: offset }, error);
}

/** Returns the refusal of a database that the host's guard has closed; `null` for any other. */
async function closedByGuard(error: unknown, connection: Connection): Promise<ServiceError | null> {
  if (codeOf(error) !== SQLSTATE.invalidAuthorizationSpecification) return null;
  const restriction = await connection.restriction();
  return restriction?.state === "closed" ? databaseClosed(restriction, error) : null;
}

function asConnectError(error: unknown): unknown {
  const code = error instanceof pg.DatabaseError ? error.code : undefined;
  if (code === SQLSTATE.tooManyConnections) {
    return new ServiceError("database_not_ready", "Every connection the database may have is in use.", {
      retryAfterSeconds: 1,
      cause: error,
    });
  }
  if (BEING_CHANGED.has(code ?? "")) {
    return new ServiceError("database_not_ready", "The database is being changed.", {
      retryAfterSeconds: 1,
      cause: error,
    });
  }
  if (code === SQLSTATE.invalidPassword || code === SQLSTATE.invalidAuthorizationSpecification) {
    const message = "The password of the database's role was changed outside; rotate the credential to use it here.";
    return new ServiceError("conflict", message, { cause: error });
  }
  const failure = asHostError(error);
  return failure instanceof ServiceError
    ? failure
    : new HostUnavailableError("The cluster that holds the database refused the session.", error);
}
