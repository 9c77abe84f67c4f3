import type { Answer } from "./connection";
import { fail } from "./failure";
import type { Failure } from "./result";

type WebAuthn = typeof import("@simplewebauthn/browser");

/** The ceremony that began last. A browser runs one at a time for the whole page, whichever client started it. */
let latest: AbortController | undefined;

/**
 * Runs a WebAuthn ceremony: loads the library, gets the options from the service by `ask`, and returns the credential
 * that `run` gets from the browser. The service keeps one challenge for each browser, so a new ceremony ends a pending
 * one before it asks for its own.
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
  // The library cannot be aborted while it checks whether the browser has autofill, so nothing waits for its end.
  return Promise.race([aborted, given]);
}

/** Returns the failure of a browser without passkeys. */
export function unsupported(): Failure {
  return fail("unsupported", "This browser cannot use passkeys");
}

function cancelled(): Failure {
  return fail("cancelled", "The passkey dialogue was closed");
}

/** Loads the library, a chunk of its own for pages that use passkeys. Returns `null` when it cannot be fetched. */
async function load(): Promise<WebAuthn | null> {
  try {
    return await import("@simplewebauthn/browser");
  } catch {
    return null;
  }
}

/** Reads a `WebAuthnError`, which has the name of the browser's own error, or that error itself. */
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
