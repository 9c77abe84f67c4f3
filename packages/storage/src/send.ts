import { readRefusal, type StorageError, unreachable } from "./storage-error";

export interface Outgoing {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: Blob | string | undefined;
  signal?: AbortSignal | undefined;
  /** Called with the bytes that were sent. */
  onSent?: ((bytes: number) => void) | undefined;
}

interface Incoming {
  status: number;
  text: string;
  retryAfter: string | null;
}

/** Sends a request and returns its JSON. Rejects with a `StorageError`, or with the reason of the signal. */
export async function send<Data>(request: Outgoing): Promise<Data> {
  request.signal?.throwIfAborted();
  const { status, text, retryAfter } = await exchange(request);
  if (status < 200 || status > 299) throw readRefusal(status, text, retryAfter);
  try {
    return JSON.parse(text) as Data;
  } catch {
    throw readRefusal(status, text, null);
  }
}

/** `fetch` doesn't tell how much of a body was sent, which browsers do by the older way alone. */
function exchange(request: Outgoing): Promise<Incoming> {
  return request.onSent && typeof XMLHttpRequest !== "undefined" ? exchangeByXhr(request) : exchangeByFetch(request);
}

async function exchangeByFetch({ method, url, headers, body, signal, onSent }: Outgoing): Promise<Incoming> {
  try {
    const init: RequestInit = { method, headers, credentials: "omit" };
    if (body !== undefined) init.body = body;
    if (signal) init.signal = signal;
    const response = await fetch(url, init);
    const text = await response.text();
    if (body instanceof Blob) onSent?.(body.size);
    return { status: response.status, text, retryAfter: response.headers.get("retry-after") };
  } catch (cause) {
    throw failure(signal, cause);
  }
}

function exchangeByXhr({ method, url, headers, body, signal, onSent }: Outgoing): Promise<Incoming> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    signal?.addEventListener("abort", abort);
    xhr.upload.onprogress = ({ loaded }) => onSent?.(loaded);
    xhr.onload = () => {
      resolve({ status: xhr.status, text: xhr.responseText, retryAfter: xhr.getResponseHeader("retry-after") });
    };
    xhr.onerror = xhr.onabort = (cause) => reject(failure(signal, cause));
    xhr.onloadend = () => signal?.removeEventListener("abort", abort);
    xhr.open(method, url);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.send(body);
  });
}

/** Somebody who gives up a request is told their own reason. */
function failure(signal: AbortSignal | undefined, cause: unknown): StorageError {
  return signal?.aborted ? signal.reason : unreachable(cause);
}
