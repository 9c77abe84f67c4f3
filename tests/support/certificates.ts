import "reflect-metadata";
import { webcrypto } from "node:crypto";
import {
  BasicConstraintsExtension,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";

const DAY_MS = 86_400_000;
const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

export interface Certified {
  /** Both as PEM. */
  cert: string;
  key: string;
}

interface Wanted {
  host: string;
  /** Days from now, of which the end may have passed. */
  from?: number;
  until?: number;
}

/** An authority that signs certificates of hosts. */
export class CertificateAuthority {
  readonly certificate: X509Certificate;
  readonly #keys: CryptoKeyPair;

  private constructor(certificate: X509Certificate, keys: CryptoKeyPair) {
    this.certificate = certificate;
    this.#keys = keys;
  }

  static async create(name: string): Promise<CertificateAuthority> {
    const keys = await newKeys();
    const certificate = await X509CertificateGenerator.createSelfSigned({
      ...{ name: `CN=${name}`, keys, signingAlgorithm: ALGORITHM, ...validity({}) },
      extensions: [new BasicConstraintsExtension(true, undefined, true)],
    });
    return new CertificateAuthority(certificate, keys);
  }

  async issue(wanted: Wanted): Promise<Certified> {
    const keys = await newKeys();
    const cert = await X509CertificateGenerator.create({
      ...{ subject: `CN=${wanted.host}`, issuer: this.certificate.subject, ...validity(wanted) },
      ...{ publicKey: keys.publicKey, signingKey: this.#keys.privateKey, signingAlgorithm: ALGORITHM },
      extensions: [nameOf(wanted.host)],
    });
    return { cert: cert.toString("pem"), key: await pemOf(keys) };
  }
}

/** A certificate that nobody but itself vouches for. */
export async function selfSigned(wanted: Wanted): Promise<Certified> {
  const keys = await newKeys();
  const cert = await X509CertificateGenerator.createSelfSigned({
    ...{ name: `CN=${wanted.host}`, keys, signingAlgorithm: ALGORITHM, ...validity(wanted) },
    extensions: [nameOf(wanted.host)],
  });
  return { cert: cert.toString("pem"), key: await pemOf(keys) };
}

function nameOf(host: string): SubjectAlternativeNameExtension {
  return new SubjectAlternativeNameExtension([{ type: "dns", value: host }]);
}

function validity({ from = -1, until = 30 }: Partial<Wanted>) {
  const at = (days: number) => new Date(Date.now() + days * DAY_MS);
  return { notBefore: at(from), notAfter: at(until) };
}

function newKeys(): Promise<CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]) as Promise<CryptoKeyPair>;
}

async function pemOf({ privateKey }: CryptoKeyPair): Promise<string> {
  const bytes = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", privateKey as never));
  return `-----BEGIN PRIVATE KEY-----\n${bytes.toString("base64").replace(/.{64}/g, "$&\n")}\n-----END PRIVATE KEY-----\n`;
}
