import { codeOf } from "@/lib/core/error-code";
import { OperatorError } from "@/lib/core/operator-error";
import { SERVICE } from "@/lib/core/service";
import { SQLSTATE } from "@/lib/core/sql-state";

/** The codes of Node, OpenSSL and Prisma for a certificate that no authority known here has signed. */
const UNKNOWN_AUTHORITY: ReadonlySet<string> = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "P1011",
]);

const REFUSED: ReadonlySet<string> = new Set([
  SQLSTATE.cannotConnectNow,
  SQLSTATE.invalidPassword,
  SQLSTATE.invalidCatalogName,
]);

/** Says in sentences why PostgreSQL's certificate was refused; `null` where that isn't it. */
export function describeCertificateFailure(error: unknown): string | null {
  const code = codeOf(error) ?? "";
  if (UNKNOWN_AUTHORITY.has(code)) {
    return `PostgreSQL's certificate is from an authority that isn't known here (${code}). If it's your own, add sslrootcert=/path/to/ca.pem to the connection string.`;
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return `PostgreSQL's certificate is for another name than the one in the connection string (${code}).`;
  }
  return code === "CERT_HAS_EXPIRED" ? `PostgreSQL's certificate has expired (${code}).` : null;
}

/** Says in sentences why the control plane couldn't be connected to; `null` for any other failure. */
export function describeConnectFailure(error: unknown): string | null {
  const certificate = describeCertificateFailure(error);
  if (certificate !== null) return certificate;
  const code = codeOf(error) ?? "";
  if (!(error instanceof Error) || !isUnreachable(error, code)) return null;
  return `The control database doesn't respond${code ? ` (${code})` : ""}. Check DATABASE_URL, or run \`${SERVICE.slug} doctor\`.`;
}

/** Throws an `OperatorError` in place of an error that the operator can act on, and any other as it is. */
export function explainConnectFailure(error: unknown): never {
  const message = describeConnectFailure(error);
  throw message === null ? error : new OperatorError(message, { cause: error });
}

function isUnreachable(error: Error, code: string): boolean {
  if (REFUSED.has(code) || /^(P1\d{3}|ECONN.*|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/.test(code)) return true;
  return /DatabaseNotReachable|SocketTimeout|ECONNREFUSED|connection timeout/i.test(error.message);
}
