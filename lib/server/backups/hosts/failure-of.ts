import { DatabaseError } from "pg";
import { HostUnavailableError } from "@/lib/core/errors";
import { asHostError } from "@/lib/infra/postgres-host/connection";
import { sentenceOf } from "../sentence-of";

/** Returns the operator's message about a failure. It is public, so it names no address. */
export function failureOf(error: unknown): string {
  if (error instanceof DatabaseError) return `The host refuses it: ${error.message}.`;
  return asHostError(error) instanceof HostUnavailableError ? "The host doesn't respond." : sentenceOf(error);
}
