import type { ServiceContext } from "@/lib/runtime";
import { executeSql } from "@/lib/sql/over-http/execute";
import type { ExecuteSqlInput } from "@/lib/sql/over-http/request";
import { MAX_ANSWER_BYTES, tooLarge } from "@/lib/sql/over-http/result-json";
import { JSON_TYPE } from "../error-response";

export async function answerSql(
  ctx: ServiceContext,
  { request, ...input }: ExecuteSqlInput & { request: Request },
): Promise<Response> {
  return sqlResponse(await executeSql(ctx, input, request.signal));
}

/** Throws `response_too_large` where characters beyond ASCII make more bytes than were counted. */
export function sqlResponse(text: string, headers: Record<string, string> = {}): Response {
  const body = Buffer.from(text);
  if (body.byteLength > MAX_ANSWER_BYTES) throw tooLarge();
  return new Response(body, { headers: { ...headers, "Content-Type": JSON_TYPE } });
}
