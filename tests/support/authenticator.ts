import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { type CborValue, encodeCbor } from "./cbor";

export type Algorithm = "ES256" | "EdDSA" | "RS256";

const COSE_ALGORITHMS = { ES256: -7, EdDSA: -8, RS256: -257 } as const;

/** A passkey as the authenticator keeps it. */
export interface HeldCredential {
  id: Buffer;
  rpId: string;
  userHandle: Buffer;
  privateKey: KeyObject;
  algorithm: Algorithm;
  counter: number;
}

interface Flags {
  userPresent: boolean;
  userVerified: boolean;
  backupEligible: boolean;
  backedUp: boolean;
}

/** The faults to make, of all the steps of a browser and an authenticator. */
export interface Forgery {
  clientData?: Record<string, unknown>;
  clientDataText?: string;
  flags?: Partial<Flags>;
  rpId?: string;
  counter?: number;
  /** The id that is signed, and those that are told beside it. */
  credentialId?: Buffer;
  id?: string;
  rawId?: string;
  type?: string;
  userHandle?: Buffer | null;
  /** A COSE_Key instead of the credential's own. */
  publicKey?: Buffer;
  /** An attestation by the new key itself: WebAuthn section 8.2. */
  isSelfAttested?: boolean;
  format?: string;
  statement?: Map<number | string, CborValue>;
  /** Bytes after the authenticator data, and after the attestation object. */
  trailing?: Buffer;
  trailingObject?: Buffer;
  signature?: Buffer;
  transports?: unknown;
}

export interface CreationOptionsJson {
  challenge: string;
  rp: { id?: string };
  user: { id: string };
  excludeCredentials?: { id: string }[];
}

export interface RequestOptionsJson {
  challenge: string;
  rpId?: string;
  allowCredentials?: { id: string }[];
}

interface AuthenticatorOptions extends Partial<Flags> {
  algorithm?: Algorithm;
  /** Whether it counts its signatures; synced passkeys do not. */
  counts?: boolean;
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest();

/** An authenticator and its browser in software, which also act as no real ones would. */
export class SoftwareAuthenticator {
  readonly held: HeldCredential[] = [];
  readonly #algorithm: Algorithm;
  readonly #counts: boolean;
  readonly #flags: Flags;

  constructor({ algorithm = "ES256", counts = true, ...flags }: AuthenticatorOptions = {}) {
    this.#algorithm = algorithm;
    this.#counts = counts;
    this.#flags = { userPresent: true, userVerified: true, backupEligible: false, backedUp: false, ...flags };
  }

  /** RegistrationResponseJSON for a page of this origin. */
  create(options: CreationOptionsJson, origin: string, forgery: Forgery = {}) {
    if (options.excludeCredentials?.some(({ id }) => this.#find(id))) throw new Error("it has a passkey here already");
    const rpId = forgery.rpId ?? options.rp.id ?? "";
    const keys = generateKeys(this.#algorithm);
    const credential: HeldCredential = {
      id: forgery.credentialId ?? randomBytes(32),
      rpId,
      userHandle: Buffer.from(options.user.id, "base64url"),
      privateKey: keys.privateKey,
      algorithm: this.#algorithm,
      counter: 0,
    };
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credential.id.length);
    const publicKey = forgery.publicKey ?? coseKey(this.#algorithm, keys.publicKey);
    const attested = Buffer.concat([Buffer.alloc(16), length, credential.id, publicKey]);
    const authData = this.#authenticatorData(rpId, credential, { forgery, attested });
    const clientData = clientDataJson({ type: "webauthn.create", challenge: options.challenge, origin }, forgery);
    const attestation = new Map<string, CborValue>([
      ["fmt", forgery.format ?? (forgery.isSelfAttested ? "packed" : "none")],
      ["attStmt", forgery.statement ?? statementOf(credential, { forgery, authData, clientData })],
      ["authData", authData],
    ]);
    const attestationObject = Buffer.concat([encodeCbor(attestation), forgery.trailingObject ?? Buffer.alloc(0)]);
    this.held.push(credential);
    return {
      id: forgery.id ?? base64url(credential.id),
      rawId: forgery.rawId ?? forgery.id ?? base64url(credential.id),
      type: forgery.type ?? "public-key",
      response: {
        clientDataJSON: base64url(clientData),
        attestationObject: base64url(attestationObject),
        transports: forgery.transports ?? ["internal", "hybrid"],
      },
      authenticatorAttachment: "platform",
    };
  }

  /** AuthenticationResponseJSON for a page of this origin, with the passkey that fits, the newest first. */
  get(options: RequestOptionsJson, origin: string, forgery: Forgery = {}) {
    const credential = this.#choose(options);
    if (this.#counts) credential.counter += 1;
    const rpId = forgery.rpId ?? options.rpId ?? "";
    const authData = this.#authenticatorData(rpId, credential, { forgery });
    const clientData = clientDataJson({ type: "webauthn.get", challenge: options.challenge, origin }, forgery);
    const signed = Buffer.concat([authData, sha256(clientData)]);
    const userHandle = forgery.userHandle === undefined ? credential.userHandle : forgery.userHandle;
    const id = forgery.id ?? base64url(credential.id);
    return {
      id,
      rawId: forgery.rawId ?? id,
      type: forgery.type ?? "public-key",
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authData),
        signature: base64url(forgery.signature ?? signWith(credential, signed)),
        ...(userHandle && { userHandle: base64url(userHandle) }),
      },
      authenticatorAttachment: "platform",
    };
  }

  #choose({ rpId, allowCredentials = [] }: RequestOptionsJson): HeldCredential {
    const fits = (held: HeldCredential) =>
      held.rpId === rpId &&
      (allowCredentials.length === 0 || allowCredentials.some(({ id }) => id === base64url(held.id)));
    const credential = this.held.findLast(fits);
    if (!credential) throw new Error("it has no passkey for this");
    return credential;
  }

  #find(id: string): HeldCredential | undefined {
    return this.held.find((held) => base64url(held.id) === id);
  }

  /** WebAuthn section 6.1. */
  #authenticatorData(
    rpId: string,
    credential: HeldCredential,
    { forgery, attested }: { forgery: Forgery; attested?: Buffer },
  ): Buffer {
    const flags = { ...this.#flags, ...forgery.flags };
    const bits =
      (flags.userPresent ? 0x01 : 0) |
      (flags.userVerified ? 0x04 : 0) |
      (flags.backupEligible ? 0x08 : 0) |
      (flags.backedUp ? 0x10 : 0) |
      (attested ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(forgery.counter ?? credential.counter);
    const rest = [attested ?? Buffer.alloc(0), forgery.trailing ?? Buffer.alloc(0)];
    return Buffer.concat([sha256(rpId), Buffer.from([bits]), counter, ...rest]);
  }
}

function clientDataJson(facts: Record<string, unknown>, forgery: Forgery): Buffer {
  return Buffer.from(forgery.clientDataText ?? JSON.stringify({ ...facts, crossOrigin: false, ...forgery.clientData }));
}

export function generateKeys(algorithm: Algorithm, modulusLength = 2_048) {
  if (algorithm === "ES256") return generateKeyPairSync("ec", { namedCurve: "P-256" });
  if (algorithm === "EdDSA") return generateKeyPairSync("ed25519");
  return generateKeyPairSync("rsa", { modulusLength });
}

/** COSE_Key of the public key: RFC 9053 section 7, RFC 8230 section 4. */
export function coseKey(algorithm: Algorithm, publicKey: KeyObject): Buffer {
  const { x = "", y = "", n = "", e = "" } = publicKey.export({ format: "jwk" });
  const bytes = (text: string) => Buffer.from(text, "base64url");
  const own: Record<Algorithm, [number, CborValue][]> = {
    ES256: [
      [1, 2],
      [3, COSE_ALGORITHMS.ES256],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ],
    EdDSA: [
      [1, 1],
      [3, COSE_ALGORITHMS.EdDSA],
      [-1, 6],
      [-2, bytes(x)],
    ],
    RS256: [
      [1, 3],
      [3, COSE_ALGORITHMS.RS256],
      [-1, bytes(n)],
      [-2, bytes(e)],
    ],
  };
  return encodeCbor(new Map<number, CborValue>(own[algorithm]));
}

function statementOf(
  credential: HeldCredential,
  { forgery, authData, clientData }: { forgery: Forgery; authData: Buffer; clientData: Buffer },
): Map<string, CborValue> {
  if (!forgery.isSelfAttested) return new Map();
  const signature = signWith(credential, Buffer.concat([authData, sha256(clientData)]));
  return new Map<string, CborValue>([
    ["alg", COSE_ALGORITHMS[credential.algorithm]],
    ["sig", signature],
  ]);
}

function signWith({ privateKey, algorithm }: HeldCredential, data: Uint8Array): Buffer {
  return sign(algorithm === "EdDSA" ? null : "sha256", data, privateKey);
}
