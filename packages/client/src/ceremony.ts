import type { Answer } from "./connection";
import { fail } from "./failure";
import type { Failure } from "./result";

type WebAuthn = typeof import("@simplewebauthn/browser");

/** The ceremony that began last. A browser runs one at a time for the whole page, whichever client asked for it. */
let latest: AbortController | undefined;

/**
 * Runs a WebAuthn ceremony: loads the library, asks the service for the options by `ask`, and answers what the browser
 * gives to `run`. The service knows one challenge for a browser, so a new ceremony ends the one that waits in a form
 * before it asks for its own.
 */
export async function runCeremony<Options, Credential>(
  ask: () => Promise<Answer<Options>>,
  run: (webauthn: WebAuthn, options: Options) => Promise<Credential>,
  signal?: AbortSignal,
): Promise<Answer<Credential>> {
  if (signal?.aborted) return cancelled();
  latest?.abort();
  const own = new AbortController();
  latest = own;
  signal?.addEventListener("abort", () => own.abort());
  const webauthn = await load();
  if (!webauthn) return fail("network_error", "The script for passkeys cannot be loaded");
  if (own.signal.aborted) return cancelled();
  const aborted = new Promise<Failure>((resolve) => {
    own.signal.addEventListener("abort", () => {
      webauthn.WebAuthnAbortService.cancelCeremony();
      resolve(cancelled());
    });
  });
  const options = await ask();
  if (!options.ok) return options;
  if (own.signal.aborted) return cancelled();
  const given = run(webauthn, options.data).then((data): Answer<Credential> => ({ ok: true, data }), toFailure);
  // The library cannot be stopped while it looks whether the browser has autofill, so its end is not waited for.
  return Promise.race([aborted, given]);
}

/** The refusal of a browser that knows no passkeys. */
export function unsupported(): Failure {
  return fail("unsupported", "This browser cannot use passkeys");
}

function cancelled(): Failure {
  return fail("cancelled", "The passkey dialogue was closed");
}

/** The library is a chunk of its own, so that pages which use no passkey do not load it. */
async function load(): Promise<WebAuthn | null> {
  try {
    return await import("@simplewebauthn/browser");
  } catch {
    return null;
  }
}

/** Reads a WebAuthnError of the library, which bears the name of the browser's own error, or that error itself. */
function toFailure(error: unknown): Failure {
  const { name, message, code } = error as Partial<Error & { code: unknown }>;
  if (name === "AbortError" || name === "NotAllowedError") return cancelled();
  if (name === "NotSupportedError") return unsupported();
  if (name === "InvalidStateError") {
    return fail("already_registered", "This device has a passkey of the account already");
  }
  const failure = fail("passkey_failed", message ?? String(error));
  if (typeof code === "string") failure.reason = code.toLowerCase();
  return failure;
}
