import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import type { HeaderReader } from "@/lib/core/header-reader";
import { SQLSTATE } from "@/lib/core/sql-state";
import {
  type IsolationLevel,
  MAX_STATEMENTS,
  Queries,
  Query,
  type SqlRequest,
  statementOf,
} from "@/lib/sql/over-http/request";
import { fieldsOf } from "@/lib/sql/over-http/sql-error";
import { invalidInput, parseExactJson } from "../read-body";

/** A transaction as the driver sends it, without a media type of its own. */
const Batch = z.strictObject({ queries: Queries });

const ISOLATION: ReadonlyMap<string, IsolationLevel> = new Map([
  ["ReadUncommitted", "readUncommitted"],
  ["ReadCommitted", "readCommitted"],
  ["RepeatableRead", "repeatableRead"],
  ["Serializable", "serializable"],
]);
const BATCH_HEADERS = ["Batch-Isolation-Level", "Batch-Read-Only", "Batch-Deferrable"];

/** Returns a header of the driver. */
export function neonHeader(headers: HeaderReader, name: string): string | null {
  return headers.get(`neon-${name}`);
}

/** Returns the statements of a request, and the header fields that its answer repeats. Throws `invalid_request`. */
export function readNeonRequest(
  bytes: Uint8Array,
  headers: HeaderReader,
): { sql: SqlRequest; echoed: Record<string, string> } {
  const body = readBody(parseExactJson(bytes));
  const form = { rawText: isTrue(headers, "raw-text-output"), arrayMode: isTrue(headers, "array-mode") };
  if ("query" in body) return { sql: { statements: [statementOf(body, form)], transaction: null }, echoed: {} };
  const statements = body.queries.map((each) => statementOf(each, form));
  const transaction = {
    isolationLevel: isolationOf(headers),
    readOnly: isTrue(headers, "batch-read-only"),
    deferrable: isTrue(headers, "batch-deferrable"),
  };
  const sent = BATCH_HEADERS.map((name) => [`Neon-${name}`, neonHeader(headers, name)] as const);
  const echoed = Object.fromEntries(sent.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
  return { sql: { statements, transaction }, echoed };
}

/** Reads the body by the one of its two forms that it has, so that an error names the field. */
function readBody(given: unknown): z.infer<typeof Query> | z.infer<typeof Batch> {
  const isBatch = typeof given === "object" && given !== null && "queries" in given;
  if (isBatch && Array.isArray(given.queries) && given.queries.length > MAX_STATEMENTS) {
    const message = `A transaction can have at most ${MAX_STATEMENTS} statements.`;
    const fields = fieldsOf(message, SQLSTATE.programLimitExceeded);
    throw new ServiceError("invalid_request", message, { fields });
  }
  const form = isBatch ? Batch : Query;
  const body = form.safeParse(given);
  if (body.success) return body.data;
  throw invalidInput(body.error, form, "body");
}

function isTrue(headers: HeaderReader, name: string): boolean {
  return neonHeader(headers, name) === "true";
}

function isolationOf(headers: HeaderReader): IsolationLevel | null {
  const given = neonHeader(headers, "batch-isolation-level");
  if (given === null) return null;
  const level = ISOLATION.get(given);
  if (level) return level;
  throw new ServiceError(
    "invalid_request",
    `Neon-Batch-Isolation-Level must be one of ${[...ISOLATION.keys()].join(", ")}.`,
  );
}
