import { type Answer, type Connection, nothing, reply, signedIn } from "./connection";
import { fail } from "./failure";
import type { Failure, Result, SignInResult } from "./result";
import {
  type CreationOptionsJson,
  type RequestOptionsJson,
  toCreationOptions,
  toJson,
  toRequestOptions,
} from "./webauthn";
import type { Passkey } from "./wire";

export interface Passkeys {
  /** Adds a passkey of this device or a security key to the signed-in user. */
  register(input?: { name?: string; signal?: AbortSignal }): Promise<Result<{ passkey: Passkey }>>;
  /**
   * Opens the browser's dialogue. With `autofill` there is none: passkeys are offered in the form's field that has
   * `autocomplete="username webauthn"`, and the promise settles when one is taken or another ceremony begins.
   */
  signIn(input?: { autofill?: boolean; signal?: AbortSignal }): Promise<SignInResult>;
  list(): Promise<Result<{ passkeys: Passkey[] }>>;
  rename(input: { id: string; name: string }): Promise<Result>;
  delete(input: { id: string }): Promise<Result>;
}

export function createPasskeys(connection: Connection): Passkeys {
  const { get, post } = connection;
  const ceremony = createCeremonies();
  return {
    async register({ name, signal } = {}) {
      if (!isSupported()) return unsupported();
      const query = name === undefined ? "" : `?name=${encodeURIComponent(name)}`;
      const made = await ceremony<CreationOptionsJson>(
        () => get(`/passkey/generate-register-options${query}`),
        (options, until) => navigator.credentials.create({ publicKey: toCreationOptions(options), signal: until }),
        signal,
      );
      if (!made.ok) return made;
      return reply(
        post<Passkey>("/passkey/verify-registration", { response: made.data, name }),
        (passkey) => ({ passkey }),
        () => connection.announce("updated"),
      );
    },

    async signIn({ autofill = false, signal } = {}) {
      if (!isSupported() || (autofill && !(await PublicKeyCredential.isConditionalMediationAvailable?.()))) {
        return unsupported();
      }
      const mediation = autofill ? "conditional" : "optional";
      const given = await ceremony<RequestOptionsJson>(
        () => get("/passkey/generate-authenticate-options"),
        (json, until) => navigator.credentials.get({ publicKey: toRequestOptions(json), signal: until, mediation }),
        signal,
      );
      if (!given.ok) return given;
      return signedIn(connection, post("/passkey/verify-authentication", { response: given.data }));
    },

    list: () => reply(get<Passkey[]>("/passkey/list-user-passkeys"), (passkeys) => ({ passkeys })),
    rename: ({ id, name }) => reply(post("/passkey/update-passkey", { id, name }), nothing),
    delete: ({ id }) => reply(post("/passkey/delete-passkey", { id }), nothing),
  };
}

/**
 * Browsers run one ceremony at a time and the service knows one challenge: a new one ends the one that waits in a form
 * before it asks for its challenge.
 */
function createCeremonies() {
  let pending: AbortController | undefined;
  return async <Options>(
    ask: () => Promise<Answer<Options>>,
    run: (options: Options, until: AbortSignal) => Promise<Credential | null>,
    signal?: AbortSignal,
  ): Promise<Answer<unknown>> => {
    pending?.abort();
    const own = new AbortController();
    pending = own;
    signal?.addEventListener("abort", () => own.abort());
    const options = await ask();
    if (!options.ok) return options;
    if (own.signal.aborted || signal?.aborted) return cancelled();
    try {
      const credential = await run(options.data, own.signal);
      return credential ? { ok: true, data: toJson(credential as PublicKeyCredential) } : cancelled();
    } catch (error) {
      return toFailure(error);
    }
  };
}

function isSupported(): boolean {
  return typeof PublicKeyCredential !== "undefined";
}

function toFailure(error: unknown): Failure {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (name === "AbortError" || name === "NotAllowedError") return cancelled();
  if (name === "InvalidStateError")
    return fail("already_registered", "This device has a passkey of the account already");
  return name === "NotSupportedError" ? unsupported() : fail("passkey_failed", message);
}

const cancelled = () => fail("cancelled", "The passkey dialogue was closed");
const unsupported = () => fail("unsupported", "This browser cannot use passkeys");
