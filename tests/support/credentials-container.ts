import type { SoftwareAuthenticator } from "./authenticator";

function encode(value: BufferSource): string {
  const bytes = ArrayBuffer.isView(value)
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    : Buffer.from(value);
  return bytes.toString("base64url");
}

const decode = (text: string | undefined) =>
  text === undefined ? null : new Uint8Array(Buffer.from(text, "base64url")).buffer;

/** Makes the `navigator.credentials` of a page of this origin, with an authenticator in software behind it. */
export function credentialsContainer(authenticator: SoftwareAuthenticator, origin: string) {
  return {
    async create({ publicKey }: CredentialCreationOptions) {
      if (!publicKey) throw new Error("no public key was asked for");
      const { challenge, rp, user, excludeCredentials = [] } = publicKey;
      const made = authenticator.create(
        {
          ...{ challenge: encode(challenge), rp, user: { id: encode(user.id) } },
          excludeCredentials: excludeCredentials.map(({ id }) => ({ id: encode(id) })),
        },
        origin,
      );
      return toCredential(made, {
        attestationObject: decode(made.response.attestationObject),
        getTransports: () => made.response.transports,
      });
    },
    async get({ publicKey }: CredentialRequestOptions) {
      if (!publicKey) throw new Error("no public key was asked for");
      const { challenge, rpId, allowCredentials = [] } = publicKey;
      const allowed = allowCredentials.map(({ id }) => ({ id: encode(id) }));
      const asked = { challenge: encode(challenge), ...(rpId && { rpId }), allowCredentials: allowed };
      const given = authenticator.get(asked, origin);
      return toCredential(given, {
        authenticatorData: decode(given.response.authenticatorData),
        signature: decode(given.response.signature),
        userHandle: decode(given.response.userHandle),
      });
    },
  };
}

function toCredential(
  json: {
    id: string;
    rawId: string;
    type: string;
    authenticatorAttachment: string;
    response: { clientDataJSON: string };
  },
  response: Record<string, unknown>,
) {
  const { id, rawId, type, authenticatorAttachment } = json;
  return {
    ...{ id, rawId: decode(rawId), type, authenticatorAttachment },
    response: { clientDataJSON: decode(json.response.clientDataJSON), ...response },
    getClientExtensionResults: () => ({}),
  };
}
