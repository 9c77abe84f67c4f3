/** The way in which a browser brings a message: in an address (HTTP-Redirect) or in a form (HTTP-POST). */
export const SAML_BINDINGS = ["redirect", "post"] as const;
export type SamlBinding = (typeof SAML_BINDINGS)[number];

/** A message for an identity provider. */
export interface SamlMessage {
  url: string;
  /** The fields that are posted there; `null` where the address holds it all. */
  fields: Readonly<Record<string, string>> | null;
}

/** A company's identity provider, as its metadata describes it. */
export interface SamlIdentityProvider {
  entityId: string;
  /** The address of requests. */
  signInUrl: string;
  signInBinding: SamlBinding;
  /** The address of logout messages; `null` where it has no single logout. */
  signOutUrl: string | null;
  signOutBinding: SamlBinding;
  /** The certificates that sign its assertions: X.509, as DER in base64. */
  certificates: readonly string[];
}

/** This service as one connection shows it to its identity provider. */
export interface SamlServiceProvider {
  entityId: string;
  /** The URL to which the browser posts the response. */
  acsUrl: string;
  /** The URL to which logout messages are sent. */
  logoutUrl: string;
  /** The connection's own key; `null` until it needs one. */
  key: SamlKey | null;
  /** The key that replaces it: it decrypts already and doesn't sign yet. */
  nextKey: SamlKey | null;
  signsRequests: boolean;
  /** Whether an assertion that isn't encrypted is refused. One that is needs the key. */
  requiresEncryption: boolean;
}

export interface SamlKey {
  /** PEM, PKCS #8. */
  privateKey: string;
  /** DER in base64. */
  certificate: string;
}

/** The person that an accepted assertion describes. Each value was signed. */
export interface SamlPerson {
  /** The NameID, by which the identity provider names the person for ever. */
  nameId: string;
  nameIdFormat: string | null;
  attributes: Readonly<Record<string, readonly string[]>>;
  /** When the person last proved who they are (`AuthnInstant`), in milliseconds. */
  authenticatedAt: number | null;
  /** The way in which they signed in: an authentication context class. */
  acr: string | null;
  /** The identity provider's name for its session. */
  sessionIndex: string | null;
}

export const SAML_REFUSALS = [
  "saml_not_plain_xml",
  "saml_too_large",
  "saml_structure",
  "saml_encrypted",
  "saml_not_encrypted",
  "saml_decryption",
  "saml_algorithm",
  "saml_signature",
  "saml_status",
  "saml_issuer",
  "saml_audience",
  "saml_recipient",
  "saml_request",
  "saml_clock",
  "saml_subject",
  "saml_metadata",
] as const;
export type SamlRefusal = (typeof SAML_REFUSALS)[number];

/** A document that is not accepted. */
export class SamlError extends Error {
  readonly refusal: SamlRefusal;
  /**
   * A sentence for the administrator who sets the connection up. It holds nothing that a stranger wrote but names and
   * addresses.
   */
  readonly detail: string;

  constructor(refusal: SamlRefusal, detail: string) {
    super(refusal);
    this.name = "SamlError";
    this.refusal = refusal;
    this.detail = detail;
  }
}

/** Compares names, because the adapter that throws it may be in another bundle with its own copy of the class. */
export function isSamlError(error: unknown): error is SamlError {
  return error instanceof Error && error.name === "SamlError";
}

/** A response that has been read, and of which nothing is proven. */
export interface ClaimedSamlResponse {
  /** The ID of the request that it says it answers; `null` for none. */
  requestId: string | null;
  xml: string;
  document: Document;
}

interface SamlResponse {
  serviceProvider: SamlServiceProvider;
  identityProvider: SamlIdentityProvider;
  response: ClaimedSamlResponse;
  /** The ID of the request that it must answer. */
  requestId: string;
  now: Date;
}

export interface SamlRequest {
  requestId: string;
  /** Whether the person must prove who they are anew (`ForceAuthn`). */
  forcesAuthentication: boolean;
  /** Any of these authentication context classes; empty for the identity provider's choice. */
  contexts: readonly string[];
  /** The value that the identity provider returns beside its response, also beside one that can't be read. */
  relayState?: string;
}

export interface SamlLogoutMessage {
  binding: SamlBinding;
  /** In base64; deflated in an address. */
  samlRequest: string;
  relayState: string | undefined;
  /** The signature's algorithm, of a message in an address; a form's document has its signature inside. */
  algorithm: string | undefined;
  signature: string | undefined;
}

/** The person whom an identity provider has signed out. */
export interface SamlLogout {
  id: string;
  nameId: string;
  nameIdFormat: string | null;
  /** Empty for all sessions of the person. */
  sessionIndexes: readonly string[];
  issuedAt: Date;
}

/** The facts that metadata states. */
export interface SamlMetadata extends SamlIdentityProvider {
  /** Until when it holds; `null` where it doesn't say. */
  validUntil: Date | null;
}

/** SAML 2.0 for web browsers. */
export interface Saml {
  /**
   * Reads the metadata of one identity provider. `signedBy`: the certificate that it must be signed with, DER in
   * base64. Throws `SamlError`.
   */
  readMetadata(xml: string, options?: { signedBy?: string | null }): Promise<SamlMetadata>;
  /** Makes a key of a connection, whose certificate has this name. */
  makeKey(commonName: string, now: Date): Promise<SamlKey>;
  /** Returns the metadata by which an identity provider gets to know the service. */
  writeMetadata(serviceProvider: SamlServiceProvider): Promise<string>;
  /** Returns the request that the browser brings in order to sign in. */
  signInRequest(
    serviceProvider: SamlServiceProvider,
    identityProvider: SamlIdentityProvider,
    request: SamlRequest,
  ): Promise<SamlMessage>;
  /** Reads the content of the browser's form, in base64. Throws `SamlError`. */
  readResponse(text: string): Promise<ClaimedSamlResponse>;
  /** Returns whom a signed logout request is about. `logoutUrl`: where it was sent. Throws `SamlError`. */
  readLogoutRequest(
    message: SamlLogoutMessage,
    expected: { identityProvider: SamlIdentityProvider; logoutUrl: string; now: Date },
  ): Promise<SamlLogout>;
  /** Returns the answer to a logout request. */
  logoutResponse(
    serviceProvider: SamlServiceProvider,
    identityProvider: SamlIdentityProvider,
    answer: { requestId: string; relayState: string | undefined },
  ): Promise<SamlMessage>;
  /** Returns the request that the browser brings in order to sign out of this session. */
  logoutRequest(
    serviceProvider: SamlServiceProvider,
    identityProvider: SamlIdentityProvider,
    session: Pick<SamlPerson, "nameId" | "nameIdFormat" | "sessionIndex"> & { relayState: string | undefined },
  ): Promise<SamlMessage>;
  /** Returns the person of a response that is right in every respect. Throws `SamlError`. */
  accept(response: SamlResponse): Promise<SamlPerson>;
}
