import type { Answer } from "./connection";
import { fail } from "./failure";
import type { Failure } from "./result";

type WebAuthn = typeof import("@simplewebauthn/browser");

/** The ceremony that began last. A browser runs one at a time for the whole page, whichever client started it. */
let latest: AbortController | undefined;

/**
 * Runs a WebAuthn ceremony: loads the library, gets the options from the service by `ask`, and returns the credential
 * that `run` gets from the browser, which runs one at a time: a new ceremony ends a pending one before it asks for its
 * own. One that `waits` for the user gets new options before the old ones end.
 */
export async function runCeremony<Options, Credential>(
  ask: () => Promise<Answer<Options>>,
  run: (webauthn: WebAuthn, options: Options) => Promise<Credential>,
  { signal, waits = false }: { signal?: AbortSignal | undefined; waits?: boolean } = {},
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
  let options = await ask();
  for (;;) {
    if (!options.ok) return options;
    if (own.signal.aborted) return cancelled();
    const round: Round<Credential> = { given: undefined };
    const given = run(webauthn, options.data).then((data): Answer<Credential> => ({ ok: true, data }), toFailure);
    void given.then((answer) => {
      round.given = answer;
    });
    // The library cannot be aborted while it checks whether the browser has autofill, so nothing waits for its end.
    const first = await Promise.race([aborted, given, ...(waits ? [renewed(ask, round, own.signal)] : [])]);
    if (!("renewed" in first)) return first;
    options = first.renewed;
  }
}

interface Round<Credential> {
  given: Answer<Credential> | undefined;
}

/** The service forgets a challenge after five minutes. */
const STALE_AFTER_MS = 240_000;

/** Returns new options once the old ones are about to end and the page is seen; a service out of reach is asked later. */
async function renewed<Options, Credential>(
  ask: () => Promise<Answer<Options>>,
  round: Round<Credential>,
  signal: AbortSignal,
): Promise<{ renewed: Answer<Options> } | Answer<Credential>> {
  for (;;) {
    await staleAndSeen(signal);
    const options = signal.aborted || round.given ? null : await ask();
    // A passkey that the user picked meanwhile is still good.
    if (round.given) return round.given;
    if (signal.aborted) return cancelled();
    if (options?.ok) return { renewed: options };
  }
}

/** Waits until options are about to end, and for the page to be seen: a tab in the background asks for none. */
function staleAndSeen(signal: AbortSignal): Promise<void> {
  let staleAt = Date.now() + STALE_AFTER_MS;
  return new Promise((resolve) => {
    const end = new AbortController();
    const finish = () => {
      end.abort();
      clearTimeout(timer);
      resolve();
    };
    const look = () => {
      if (Date.now() >= staleAt && document.visibilityState === "visible") finish();
    };
    // A clock that is set back meanwhile keeps no options beyond their time.
    const timer = setTimeout(() => {
      staleAt = 0;
      look();
    }, STALE_AFTER_MS);
    // A computer that slept runs its timers late.
    document.addEventListener("visibilitychange", look, { signal: end.signal });
    signal.addEventListener("abort", finish, { signal: end.signal });
  });
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
