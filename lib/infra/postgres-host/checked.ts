import { escapeIdentifier } from "pg";
import { isScramVerifier } from "@/lib/core/crypto/scram";
import { isId } from "@/lib/core/ids";

/** A generated id of a database as an identifier in SQL; nothing else passes. */
export function quoted(id: string): string {
  if (!isId("database", id)) throw new TypeError("not a database id");
  return escapeIdentifier(id);
}

/** The same for a shell role. */
export function quotedShellRole(id: string): string {
  if (!isId("shellRole", id)) throw new TypeError("not the id of a shell role");
  return escapeIdentifier(id);
}

/** Postgres takes a malformed verifier as a plaintext password, silently. */
export function checkedVerifier(verifier: string): string {
  if (!isScramVerifier(verifier)) throw new TypeError("not a SCRAM-SHA-256 verifier");
  return verifier;
}
