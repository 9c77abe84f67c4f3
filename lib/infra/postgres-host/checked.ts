import { escapeIdentifier } from "pg";
import { isScramVerifier } from "@/lib/core/crypto/scram";
import { endUserRoleOf, functionRoleOf, isId, readRoleOf } from "@/lib/core/ids";

/** Returns the generated id of a database as an SQL identifier. Throws for anything else. */
export function quoted(id: string): string {
  if (!isId("database", id)) throw new TypeError("not a database id");
  return escapeIdentifier(id);
}

/** Returns the name of a database's read role as an SQL identifier. Throws for anything else than a database's id. */
export function quotedReadRole(databaseId: string): string {
  if (!isId("database", databaseId)) throw new TypeError("not a database id");
  return escapeIdentifier(readRoleOf(databaseId));
}

/** Returns the name of a database's end-user role as an SQL identifier. Throws for anything else than a database's id. */
export function quotedEndUserRole(databaseId: string): string {
  if (!isId("database", databaseId)) throw new TypeError("not a database id");
  return escapeIdentifier(endUserRoleOf(databaseId));
}

/** Returns the name of a database's function role as an SQL identifier. Throws for anything else than a database's id. */
export function quotedFunctionRole(databaseId: string): string {
  if (!isId("database", databaseId)) throw new TypeError("not a database id");
  return escapeIdentifier(functionRoleOf(databaseId));
}

/** Returns the generated id of a shell role as an SQL identifier. Throws for anything else. */
export function quotedShellRole(id: string): string {
  if (!isId("shellRole", id)) throw new TypeError("not the id of a shell role");
  return escapeIdentifier(id);
}

/** Returns the verifier. Throws for a malformed one, which Postgres would silently take for a plaintext password. */
export function checkedVerifier(verifier: string): string {
  if (!isScramVerifier(verifier)) throw new TypeError("not a SCRAM-SHA-256 verifier");
  return verifier;
}
