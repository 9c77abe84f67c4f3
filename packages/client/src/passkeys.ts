import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { runCeremony, unsupported } from "./ceremony";
import { type Connection, nothing, reply, signedIn } from "./connection";
import type { Result, SignInResult } from "./result";
import type { Passkey } from "./wire";

/** Passkeys: signing in by them, and those of the signed-in user. */
export interface Passkeys {
  /**
   * Opens the browser's dialogue and adds a passkey of this device or a security key to the signed-in user. `name` is
   * the name that the list and the browser show. `signal` closes the dialogue.
   */
  register(input?: { name?: string; signal?: AbortSignal }): Promise<Result<{ passkey: Passkey }>>;
  /**
   * Opens the browser's dialogue and signs in by the passkey that the user picks. With `autofill` there is no dialogue:
   * the browser offers passkeys in the form's field that has `autocomplete="username webauthn"`, and the promise
   * settles when one is picked, `signal` is aborted or another ceremony begins.
   */
  signIn(input?: { autofill?: boolean; signal?: AbortSignal }): Promise<SignInResult>;
  /** Lists the user's passkeys. */
  list(): Promise<Result<{ passkeys: Passkey[] }>>;
  /** Gives a passkey another name. */
  rename(input: { id: string; name: string }): Promise<Result>;
  /** Removes a passkey from the account. The authenticator keeps its part, which no longer signs in. */
  delete(input: { id: string }): Promise<Result>;
}

export function createPasskeys(connection: Connection): Passkeys {
  const { get, post } = connection;
  return {
    async register({ name, signal } = {}) {
      if (!isSupported()) return unsupported();
      const query = name === undefined ? "" : `?name=${encodeURIComponent(name)}`;
      const made = await runCeremony(
        () => get<PublicKeyCredentialCreationOptionsJSON>(`/passkey/generate-register-options${query}`),
        ({ startRegistration }, optionsJSON) => startRegistration({ optionsJSON }),
        { signal },
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
      const given = await runCeremony(
        () => get<PublicKeyCredentialRequestOptionsJSON>("/passkey/generate-authenticate-options"),
        ({ startAuthentication }, optionsJSON) =>
          // The field may be rendered later or lie in a shadow tree, where the library would not find it.
          startAuthentication({ optionsJSON, useBrowserAutofill: autofill, verifyBrowserAutofillInput: false }),
        { signal, waits: autofill },
      );
      if (!given.ok) return given;
      return signedIn(connection, post("/passkey/verify-authentication", { response: given.data }));
    },

    list: () => reply(get<Passkey[]>("/passkey/list-user-passkeys"), (passkeys) => ({ passkeys })),
    rename: ({ id, name }) => reply(post("/passkey/update-passkey", { id, name }), nothing),
    delete: ({ id }) => reply(post("/passkey/delete-passkey", { id }), nothing),
  };
}

function isSupported(): boolean {
  return typeof PublicKeyCredential !== "undefined";
}
