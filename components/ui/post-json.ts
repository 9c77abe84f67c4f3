import type { Refused } from "@/lib/web/resource";

type Answered<Answer> = { isDone: true; value: Answer } | (Refused & { code?: string | undefined });

/** Posts to a handler of the dashboard. `failed` is the reason without an answer. */
export async function postJson<Answer>(
  address: string,
  body: object,
  failed: string,
  signal: AbortSignal | null = null,
): Promise<Answered<Answer>> {
  const headers = { "Content-Type": "application/json" };
  const request = { method: "POST", headers, body: JSON.stringify(body), signal };
  const response = await fetch(address, request).catch(() => null);
  const answer = await response?.json().catch(() => null);
  if (response?.ok && answer !== null) return { isDone: true, value: answer };
  return { isDone: false, message: answer?.error?.message ?? failed, code: answer?.error?.code };
}
