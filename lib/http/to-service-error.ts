import { Prisma } from "@/lib/core/db/generated/client";
import { codeOf } from "@/lib/core/error-code";
import { ServiceError } from "@/lib/core/errors";
import { SQLSTATE } from "@/lib/core/sql-state";

const CONNECTION_LOST = new Set(["P1001", "P1002", "P1008", "P1017", "P2024", "P2028", "P2037"]);
/** The driver's own code tells the cause, since the Prisma code of a raw statement is always P2010. */
const DRIVER_LOST = new Set(["DatabaseNotReachable", "ConnectionClosed", "SocketTimeout", "TooManyConnections"]);
/** PostgreSQL is stopping or starting, or accepts no more connections. */
const SERVER_LOST: ReadonlySet<string> = new Set([
  SQLSTATE.adminShutdown,
  SQLSTATE.crashShutdown,
  SQLSTATE.cannotConnectNow,
  SQLSTATE.tooManyConnections,
]);

/** `pg` itself writes these messages about a lost connection. */
const LOST = /ECONNREFUSED|Connection terminated|is not queryable/;

/** Returns the refusal that the caller sees; the cause of a foreign error stays in the log. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (isControlPlaneDown(error)) {
    return new ServiceError(
      "service_unavailable",
      "The service can't reach its own database right now. Try again in a moment.",
      {
        retryAfterSeconds: 5,
        cause: error,
      },
    );
  }
  return new ServiceError(
    "internal_error",
    "Something went wrong. If it keeps happening, give the operator the request ID.",
    {
      cause: error,
    },
  );
}

function isControlPlaneDown(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    const cause = driverCauseOf(error);
    const isLost = DRIVER_LOST.has(cause.kind ?? "") || SERVER_LOST.has(cause.originalCode ?? "");
    return isLost || CONNECTION_LOST.has(error.code);
  }
  if (!(error instanceof Error)) return false;
  const code = codeOf(error) ?? "";
  return SERVER_LOST.has(code) || /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(code) || LOST.test(error.message);
}

function driverCauseOf(error: Prisma.PrismaClientKnownRequestError): { kind?: string; originalCode?: string } {
  const meta = error.meta as { driverAdapterError?: { cause?: { kind?: string; originalCode?: string } } } | undefined;
  return meta?.driverAdapterError?.cause ?? {};
}
