import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import { type IsolationLevel, Queries, Query, type SqlRequest, statementOf } from "@/lib/sql/over-http/request";
import { invalidInput, parseJson } from "../read-body";

/** What the driver sends has no media type of its own. */
const Body = z.union([Query, z.strictObject({ queries: Queries })]);

const ISOLATION: ReadonlyMap<string, IsolationLevel> = new Map([
  ["ReadUncommitted", "readUncommitted"],
  ["ReadCommitted", "readCommitted"],
  ["RepeatableRead", "repeatableRead"],
  ["Serializable", "serializable"],
]);
const BATCH_HEADERS = ["Batch-Isolation-Level", "Batch-Read-Only", "Batch-Deferrable"];

/** Returns a header of the driver. */
export function neonHeader(headers: Headers, name: string): string | null {
  return headers.get(`neon-${name}`);
}

/** Returns what a request asks for, and the header fields that its answer repeats. Throws `invalid_request`. */
export function readNeonRequest(
  bytes: Uint8Array,
  headers: Headers,
): { sql: SqlRequest; echoed: Record<string, string> } {
  const body = Body.safeParse(parseJson(bytes));
  if (!body.success) throw invalidInput(body.error, Body, "body");
  const form = { rawText: isTrue(headers, "raw-text-output"), arrayMode: isTrue(headers, "array-mode") };
  if ("query" in body.data)
    return { sql: { statements: [statementOf(body.data, form)], transaction: null }, echoed: {} };
  const statements = body.data.queries.map((each) => statementOf(each, form));
  const transaction = {
    isolationLevel: isolationOf(headers),
    readOnly: isTrue(headers, "batch-read-only"),
    deferrable: isTrue(headers, "batch-deferrable"),
  };
  const sent = BATCH_HEADERS.map((name) => [`Neon-${name}`, neonHeader(headers, name)] as const);
  const echoed = Object.fromEntries(sent.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
  return { sql: { statements, transaction }, echoed };
}

function isTrue(headers: Headers, name: string): boolean {
  return neonHeader(headers, name) === "true";
}

function isolationOf(headers: Headers): IsolationLevel | null {
  const given = neonHeader(headers, "batch-isolation-level");
  if (given === null) return null;
  const level = ISOLATION.get(given);
  if (level) return level;
  throw new ServiceError(
    "invalid_request",
    `Neon-Batch-Isolation-Level must be one of ${[...ISOLATION.keys()].join(", ")}.`,
  );
}
