import { FunctionsError } from "./functions-error";

/** Returns a body as the value that its type says it is. */
export async function readAnswer(response: Response): Promise<unknown> {
  const type = response.headers.get("content-type") ?? "";
  if (/^text\//.test(type)) return response.text();
  if (!/[/+]json\b/.test(type)) {
    const blob = await response.blob();
    return blob.size === 0 ? undefined : blob;
  }
  const text = await response.text();
  return text === "" ? undefined : JSON.parse(text);
}

/** Reads a refusal of the service, or an answer of the function with such a status. */
export async function refusalOf(response: Response): Promise<FunctionsError> {
  const { status, headers } = response;
  const invocation = headers.get("x-coppice-invocation") ?? undefined;
  // Browsers tell no more of it than that it is one.
  if (response.type === "opaqueredirect" || headers.has("location")) {
    const facts = { status, invocation };
    return new FunctionsError("function_refused", "The answer is a redirect, which isn't followed.", facts);
  }
  const answer = await readAnswer(response).catch(() => undefined);
  const { code, message, requestId } = (answer as Envelope | undefined)?.error ?? {};
  const retryAfter = headers.get("retry-after");
  const ownCode = invocation ? "function_refused" : status === 429 ? "rate_limited" : "service_error";
  const ownMessage = `The ${invocation ? "function" : "service"} answered with ${status}.`;
  return new FunctionsError(code ?? ownCode, message ?? ownMessage, {
    ...{ status, answer, invocation, requestId },
    retryAfterSeconds: retryAfter === null ? undefined : Number(retryAfter),
  });
}

interface Envelope {
  error?: { code?: string; message?: string; requestId?: string };
}
