import type { CustomFetchOptions } from "oauth4webapi";
import { patienceSignal } from "@/lib/core/patience";

const TIMEOUT_MILLISECONDS = 10_000;
const MAX_BYTES = 1_000_000;

/** A request to a provider got no usable answer. The message holds no part of either. */
export class ProviderUnreachable extends Error {
  override name = "ProviderUnreachable";
}

export type ProviderFetch = (url: string, options: CustomFetchOptions<string, unknown>) => Promise<Response>;

/**
 * Asks providers, and nobody else: requests to other origins than these are refused before they are sent, redirects are
 * not followed, and an answer must come whole within ten seconds and a megabyte. Throws `ProviderUnreachable`.
 */
export function createProviderFetch(origins: ReadonlySet<string>): ProviderFetch {
  return async (url, { body, headers, method }) => {
    const { origin } = new URL(url);
    if (!origins.has(origin)) throw new ProviderUnreachable("the address is not the provider's");
    const signal = patienceSignal(TIMEOUT_MILLISECONDS);
    const init = { method, headers, body: body as RequestInit["body"] } as RequestInit;
    const response = await fetch(url, { ...init, redirect: "manual", signal }).catch((cause: unknown) => {
      throw new ProviderUnreachable("no answer", { cause });
    });
    const isRedirect = response.status >= 300 && response.status < 400;
    if (isRedirect || response.status >= 500) {
      await response.body?.cancel();
      throw new ProviderUnreachable(`the answer was ${response.status}`);
    }
    const bytes = await readWithin(response, MAX_BYTES);
    return new Response(bytes, { status: response.status, headers: response.headers });
  };
}

/** Counts the bytes that arrive, since a stated length may be that of the compressed body, or wrong. */
async function readWithin(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (response.body === null) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of response.body) {
      length += chunk.byteLength;
      if (length > maxBytes) throw new ProviderUnreachable("the answer is too long");
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof ProviderUnreachable) throw error;
    throw new ProviderUnreachable("the answer broke off", { cause: error });
  }
  return new Uint8Array(Buffer.concat(chunks));
}
