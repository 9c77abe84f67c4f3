import type { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { LimitedClient } from "@/lib/core/db/limited-client";
import { codeOf } from "@/lib/core/error-code";
import { ServiceError } from "@/lib/core/errors";
import type { GuardRestriction } from "@/lib/core/ports/host-guard";
import type { RawLogin, RawSession, RawSessionOptions, ReportedParameter } from "@/lib/core/ports/raw-session";
import { SQLSTATE } from "@/lib/core/sql-state";
import { asConnectError } from "./connect-error";
import { CONNECT_TIMEOUT_MS } from "./connection";
import { closedByGuard, startupOptions } from "./open-customer-session";

/** A session that is idle, or has the end of its work in sight, ends within this by itself. */
const END_MS = 1_000;

interface Connection {
  /** The provisioner's connection string, of which host, port and TLS are used. */
  provisionerUrl: string;
  id: string;
  login: RawLogin;
  options: RawSessionOptions;
  /** Cancels or ends a backend of this role by a session of the provisioner. */
  signal(name: "cancel" | "terminate", pid: number): Promise<void>;
  /** Returns the restriction that the host's guard has set on the database at this moment. */
  restriction(): Promise<GuardRestriction | null>;
}

/**
 * Signs in and hands the connection over. Returns `null` for a wrong password. Throws
 * `invalid_request` for a setting that the server refuses, `database_not_ready`, `over_quota`, `conflict`,
 * `host_unavailable`.
 */
export async function openRawSession(connection: Connection): Promise<RawSession | null> {
  const { id, login, options } = connection;
  const url = new URL(connection.provisionerUrl);
  [url.username, url.password, url.pathname] = [login.role, encodeURIComponent(login.password), `/${id}`];
  // Parameters of the connection string would override the options below.
  for (const name of ["options", "application_name", "client_encoding"]) url.searchParams.delete(name);
  const client = new LimitedClient({
    connectionString: url.href,
    options: startupOptions(options.settings),
    application_name: options.applicationName,
    connectWithinMs: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  client.on("error", () => {});
  const wire = Reflect.get(client, "connection") as EventEmitter & { stream: Duplex };
  const parameters: ReportedParameter[] = [];
  wire.on("parameterStatus", ({ parameterName, parameterValue }: Record<"parameterName" | "parameterValue", string>) =>
    parameters.push({ name: parameterName, value: parameterValue }),
  );
  // Nothing is read between the sign-in and the taker of the stream.
  wire.once("readyForQuery", () => wire.stream.pause());
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => {});
    if (codeOf(error) === SQLSTATE.invalidPassword) return null;
    throw refusedSetting(error) ?? (await closedByGuard(error, connection)) ?? asConnectError(error);
  }
  wire.stream.removeAllListeners("data");
  const [processId, secretKey] = [Reflect.get(client, "processID"), Reflect.get(client, "secretKey")] as [
    number,
    number,
  ];
  return {
    ...{ stream: wire.stream, parameters, processId, secretKey },
    cancel: () => connection.signal("cancel", processId),
    end: () => endSession(wire.stream, () => connection.signal("terminate", processId)),
  };
}

/** Postgres names the fault of a value that the client has chosen, and nothing else. */
function refusedSetting(error: unknown): ServiceError | null {
  if (!(error instanceof pg.DatabaseError) || error.code !== SQLSTATE.invalidParameterValue) return null;
  return new ServiceError("invalid_request", error.message, { cause: error });
}

/** A server that runs a statement does not look at its connection, so a session of the provisioner ends that one. */
async function endSession(stream: Duplex, terminate: () => Promise<void>): Promise<void> {
  if (stream.closed) return;
  const patience = new AbortController();
  const closed = new Promise<true>((resolve) => stream.once("close", () => resolve(true)));
  stream.end();
  // Bytes that still come are read by no one, and would keep the server from its end.
  stream.resume();
  const isClosed = await Promise.race([closed, delay(END_MS, false, { signal: patience.signal }).catch(() => true)]);
  patience.abort();
  if (isClosed) return;
  // A host that doesn't answer learns of it by the end of the connection.
  await Promise.race([terminate().catch(() => {}), delay(END_MS)]);
  stream.destroy();
}
