import { secretsReceived, secretsSent } from "./exchanged-secrets";
import { usedSecrets } from "./used-secrets";

const plainFetch = globalThis.fetch;

/** Every test of a running service speaks through this one, with any client. */
const recordingFetch: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : {}));
  for (const secret of secretsSent(headers, init?.body)) usedSecrets.add(secret);
  const response = await plainFetch(input, init);
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  const body = isJson ? await response.clone().text() : "";
  for (const secret of secretsReceived(response.headers, response.ok, body)) usedSecrets.add(secret);
  return response;
};

// The files of a worker share its globals, and this runs before each of them.
if (plainFetch.name !== recordingFetch.name) globalThis.fetch = recordingFetch;
