/**
 * Options and answers of passkey ceremonies between JSON and the browser, WebAuthn Level 3 section 5.1. The browsers'
 * own parse…FromJSON and toJSON are too young to rely on.
 */
type Json = Record<string, unknown>;

interface DescriptorJson {
  id: string;
  type: "public-key";
  transports?: AuthenticatorTransport[];
}

export interface CreationOptionsJson {
  challenge: string;
  user: { id: string; name: string; displayName: string };
  excludeCredentials?: DescriptorJson[];
}

export interface RequestOptionsJson {
  challenge: string;
  allowCredentials?: DescriptorJson[];
}

export function toCreationOptions(json: CreationOptionsJson): PublicKeyCredentialCreationOptions {
  return {
    ...(json as unknown as PublicKeyCredentialCreationOptions),
    challenge: decode(json.challenge),
    user: { ...json.user, id: decode(json.user.id) },
    excludeCredentials: (json.excludeCredentials ?? []).map(toDescriptor),
  };
}

export function toRequestOptions(json: RequestOptionsJson): PublicKeyCredentialRequestOptions {
  return {
    ...(json as unknown as PublicKeyCredentialRequestOptions),
    challenge: decode(json.challenge),
    allowCredentials: (json.allowCredentials ?? []).map(toDescriptor),
  };
}

export function toJson(credential: PublicKeyCredential): Json {
  const given = credential.response as AuthenticatorAttestationResponse & AuthenticatorAssertionResponse;
  const response: Json = { clientDataJSON: encode(given.clientDataJSON) };
  if (given.attestationObject) {
    response.attestationObject = encode(given.attestationObject);
    response.transports = given.getTransports?.() ?? [];
  } else {
    response.authenticatorData = encode(given.authenticatorData);
    response.signature = encode(given.signature);
    if (given.userHandle) response.userHandle = encode(given.userHandle);
  }
  return {
    id: credential.id,
    rawId: encode(credential.rawId),
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
    clientExtensionResults: credential.getClientExtensionResults(),
    response,
  };
}

function toDescriptor(json: DescriptorJson): PublicKeyCredentialDescriptor {
  return { ...json, id: decode(json.id) };
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (character) => character.charCodeAt(0));
}

function encode(bytes: ArrayBuffer): string {
  const text = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}
