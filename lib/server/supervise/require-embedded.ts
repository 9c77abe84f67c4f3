import type { Environment } from "@/lib/core/env";
import { OperatorError } from "@/lib/core/operator-error";

/**
 * Throws `OperatorError` for a setting of the embedded databases beside DATABASE_URL: nothing would read it, and its
 * operator would believe that it holds.
 */
export function requireEmbedded({ databaseUrl, backups, localWindow, postgres }: Environment): void {
  if (databaseUrl === null) return;
  if (backups !== null) {
    throw new OperatorError("COPPICE_BACKUPS is for the embedded databases: back up those of DATABASE_URL yourself.");
  }
  if (localWindow.isAsked) throw unused("COPPICE_WINDOW_HOURS");
  if (postgres.bin !== null) throw unused("COPPICE_POSTGRES_BIN");
  if (postgres.publicAccess !== null) throw unused("COPPICE_POSTGRES_ADDRESS");
}

function unused(name: string): OperatorError {
  return new OperatorError(
    `${name} is for the embedded databases, and DATABASE_URL names a server: unset one of them.`,
  );
}
