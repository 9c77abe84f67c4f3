import { type Connection, nothing, reply, signedIn } from "./connection";
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
  register(input?: { name?: string }): Promise<Result<{ passkey: Passkey }>>;
  /**
   * Opens the browser's dialogue. With `autofill` there is none: passkeys are offered in the form's field that has
   * `autocomplete="username webauthn"`, and the promise settles when one is taken or another ceremony begins.
   */
  signIn(input?: { autofill?: boolean }): Promise<SignInResult>;
  list(): Promise<Result<{ passkeys: Passkey[] }>>;
  rename(input: { id: string; name: string }): Promise<Result>;
  delete(input: { id: string }): Promise<Result>;
}

export function createPasskeys(connection: Connection): Passkeys {
  const { get, post } = connection;
  let pending: AbortController | undefined;
  /** Browsers run one ceremony at a time: the next one ends the one that waits in a form. */
  const ceremony = async (
    run: (signal: AbortSignal) => Promise<Credential | null>,
  ): Promise<PublicKeyCredential | Failure> => {
    pending?.abort();
    pending = new AbortController();
    try {
      return ((await run(pending.signal)) as PublicKeyCredential | null) ?? cancelled();
    } catch (error) {
      return toFailure(error);
    }
  };

  return {
    async register({ name } = {}) {
      if (!isSupported()) return unsupported();
      const query = name === undefined ? "" : `?name=${encodeURIComponent(name)}`;
      const options = await get<CreationOptionsJson>(`/passkey/generate-register-options${query}`);
      if (!options.ok) return options;
      const publicKey = toCreationOptions(options.data);
      const made = await ceremony((signal) => navigator.credentials.create({ publicKey, signal }));
      if ("code" in made) return made;
      return reply(
        post<Passkey>("/passkey/verify-registration", { response: toJson(made), name }),
        (passkey) => ({ passkey }),
        () => connection.announce("updated"),
      );
    },

    async signIn({ autofill = false } = {}) {
      if (!isSupported() || (autofill && !(await PublicKeyCredential.isConditionalMediationAvailable?.()))) {
        return unsupported();
      }
      const options = await get<RequestOptionsJson>("/passkey/generate-authenticate-options");
      if (!options.ok) return options;
      const publicKey = toRequestOptions(options.data);
      const mediation = autofill ? "conditional" : "optional";
      const given = await ceremony((signal) => navigator.credentials.get({ publicKey, signal, mediation }));
      if ("code" in given) return given;
      return signedIn(connection, post("/passkey/verify-authentication", { response: toJson(given) }));
    },

    list: () => reply(get<Passkey[]>("/passkey/list-user-passkeys"), (passkeys) => ({ passkeys })),
    rename: ({ id, name }) => reply(post("/passkey/update-passkey", { id, name }), nothing),
    delete: ({ id }) => reply(post("/passkey/delete-passkey", { id }), nothing),
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
