import type { ServiceContext } from "@/lib/runtime";
import { executeSql } from "@/lib/sql/over-http/execute";
import type { ExecuteSqlInput } from "@/lib/sql/over-http/request";
import { MAX_ANSWER_BYTES, tooLarge } from "@/lib/sql/over-http/result-json";
import type { ServedRequest } from "../served-request";
import { JsonText } from "../to-answer";

export async function answerSql(
  ctx: ServiceContext,
  { request, ...input }: ExecuteSqlInput & { request: ServedRequest },
): Promise<JsonText> {
  return sqlAnswer(await executeSql(ctx, input, request.signal));
}

/** Throws `response_too_large` where characters beyond ASCII make more bytes than were counted. */
export function sqlAnswer(text: string, headers: Record<string, string> = {}): JsonText {
  if (Buffer.byteLength(text) > MAX_ANSWER_BYTES) throw tooLarge();
  return new JsonText(text, headers);
}
