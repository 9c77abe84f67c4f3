import { codeOf } from "@/lib/core/error-code";
import type { ErrorCode } from "@/lib/core/error-table";
import { SQLSTATE } from "@/lib/core/sql-state";
import { toServiceError } from "../../to-service-error";

/** The end of a connection: an error of Postgres' protocol, and the WebSocket's close code (RFC 6455, 7.4.1). */
export interface Fatal {
  sqlState: string;
  message: string;
  closeCode: number;
}

/** The close codes that are used here. */
export const CLOSE = {
  normal: 1000,
  goingAway: 1001,
  unsupportedData: 1003,
  refused: 1008,
  failed: 1011,
  tryLater: 1013,
};

/** A message of the client that isn't Postgres' protocol, or is more of it than is spoken here. */
export class ProtocolFault extends Error {
  override name = "ProtocolFault";
  readonly sqlState: string;

  constructor(sqlState: string, message: string) {
    super(message);
    this.sqlState = sqlState;
  }
}

const INTERNAL_ERROR = { sqlState: SQLSTATE.internalError, closeCode: CLOSE.failed };
const OF_CODE: Partial<Record<ErrorCode, Pick<Fatal, "sqlState" | "closeCode">>> = {
  invalid_request: { sqlState: SQLSTATE.invalidParameterValue, closeCode: CLOSE.refused },
  rate_limited: { sqlState: SQLSTATE.tooManyConnections, closeCode: CLOSE.tryLater },
  database_not_ready: { sqlState: SQLSTATE.cannotConnectNow, closeCode: CLOSE.tryLater },
  over_quota: { sqlState: SQLSTATE.cannotConnectNow, closeCode: CLOSE.tryLater },
  host_unavailable: { sqlState: SQLSTATE.cannotConnectNow, closeCode: CLOSE.failed },
  service_unavailable: { sqlState: SQLSTATE.cannotConnectNow, closeCode: CLOSE.failed },
  conflict: { sqlState: SQLSTATE.objectNotInPrerequisiteState, closeCode: CLOSE.refused },
};

/** Returns the message for the client about a failure. */
export function fatalOf(error: unknown): Fatal {
  if (error instanceof ProtocolFault)
    return { sqlState: error.sqlState, message: error.message, closeCode: CLOSE.refused };
  const { code, message, cause } = toServiceError(error);
  const isFull = codeOf(cause) === SQLSTATE.tooManyConnections;
  return { ...(OF_CODE[code] ?? INTERNAL_ERROR), message, ...(isFull && { sqlState: SQLSTATE.tooManyConnections }) };
}

/** Returns whether the log has to tell the operator. */
export function isOwnFailure(error: unknown): boolean {
  return !(error instanceof ProtocolFault) && !(toServiceError(error).code in OF_CODE);
}

/** The words are those of Postgres, for a role or database that doesn't exist as well. */
export function wrongPassword(user: string): Fatal {
  const message = `password authentication failed for user "${user}"`;
  return { sqlState: SQLSTATE.invalidPassword, message, closeCode: CLOSE.refused };
}

export const HOST_LOST: Fatal = {
  sqlState: SQLSTATE.connectionFailure,
  message: "The connection to the database was lost.",
  closeCode: CLOSE.failed,
};

export const STOPPING: Fatal = {
  sqlState: SQLSTATE.adminShutdown,
  message: "The service is restarting. Connect again.",
  closeCode: CLOSE.goingAway,
};

export const TEXT_FRAME: Fatal = {
  sqlState: SQLSTATE.protocolViolation,
  message: "Postgres' protocol is sent in binary frames.",
  closeCode: CLOSE.unsupportedData,
};

export const TOO_MUCH_HELD: Fatal = {
  sqlState: SQLSTATE.outOfMemory,
  message: "More is being sent than databases take. Try again in a moment.",
  closeCode: CLOSE.tryLater,
};

/** The times are milliseconds. */
export function startedTooSlowly(milliseconds: number): Fatal {
  const message = `The connection wasn't set up within ${milliseconds / 1_000} seconds.`;
  return { sqlState: SQLSTATE.queryCanceled, message, closeCode: CLOSE.refused };
}

export function idleForTooLong(milliseconds: number): Fatal {
  const message = `The connection was idle for ${milliseconds / 60_000} minutes.`;
  return { sqlState: SQLSTATE.idleSessionTimeout, message, closeCode: CLOSE.normal };
}
