import type { OutgoingHttp } from "@/lib/core/ports/outgoing-http";
import { OutgoingHttpError } from "@/lib/core/ports/outgoing-http";
import { type ProviderFetch, ProviderUnreachable } from "./provider-fetch";

export const TIMEOUT_MILLISECONDS = 10_000;
export const MAX_BYTES = 1_000_000;

/** Asks issuers that projects added, by the port that reaches public addresses only. Throws `ProviderUnreachable`. */
export function createCheckedFetch(outgoing: OutgoingHttp): ProviderFetch {
  return async (url, { body, headers, method }) => {
    const answer = await outgoing
      .send({
        method: method === "POST" ? "POST" : "GET",
        url,
        headers: Object.fromEntries(new Headers(headers)),
        ...(body !== undefined && body !== null && { body: String(body) }),
        timeoutMilliseconds: TIMEOUT_MILLISECONDS,
        maxBytes: MAX_BYTES,
      })
      .catch((cause: unknown) => {
        throw new ProviderUnreachable(cause instanceof OutgoingHttpError ? cause.message : "no answer", { cause });
      });
    const { status } = answer;
    if ((status >= 300 && status < 400) || status >= 500) throw new ProviderUnreachable(`the answer was ${status}`);
    if (answer.isCut) throw new ProviderUnreachable("the answer is too long");
    const fields = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(", ")] as [string, string]],
    );
    return new Response(status === 204 ? null : Buffer.from(answer.body), { status, headers: fields });
  };
}
