import { ServiceError } from "@/lib/core/errors";
import type { HeaderReader } from "@/lib/core/header-reader";
import type { ServiceContext } from "@/lib/runtime";
import { executeSqlByPassword } from "@/lib/sql/over-http/execute-by-password";
import type { ServedRequest } from "../served-request";
import type { JsonText } from "../to-answer";
import { sqlAnswer } from "./answer-sql";
import { neonHeader, readNeonRequest } from "./neon-request";

interface NeonInput {
  rawBody: Uint8Array;
  headers: HeaderReader;
  request: ServedRequest;
}

/** Answers a request of Neon's serverless driver (1.2), which names the database by its connection string alone. */
export async function answerNeon(ctx: ServiceContext, { rawBody, headers, request }: NeonInput): Promise<JsonText> {
  const connectionString = neonHeader(headers, "connection-string");
  if (connectionString === null) {
    throw new ServiceError("invalid_request", "Send the connection string in Neon-Connection-String.");
  }
  const { sql, echoed } = readNeonRequest(rawBody, headers);
  const text = await executeSqlByPassword(ctx, { connectionString, request: sql }, request.signal);
  return sqlAnswer(text, echoed);
}
