import "reflect-metadata";
import { webcrypto } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { X509CertificateGenerator } from "@peculiar/x509";
import { SignedXml } from "xml-crypto";

const RSA = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2_048,
};

/** An identity provider of the tests, which signs any given text. */
export interface TestIdentityProvider {
  entityId: string;
  signInUrl: string;
  /** DER in base64. */
  certificate: string;
  privateKey: string;
}

export async function makeIdentityProvider(host = "idp.acme.example"): Promise<TestIdentityProvider> {
  const keys = (await webcrypto.subtle.generateKey(RSA, true, ["sign", "verify"])) as CryptoKeyPair;
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: "01",
      name: `CN=${host}`,
      notBefore: new Date("2026-01-01"),
      notAfter: new Date("2036-01-01"),
      signingAlgorithm: RSA,
      keys,
    },
    webcrypto as Crypto,
  );
  const der = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey)).toString("base64");
  return {
    entityId: `https://${host}/metadata`,
    signInUrl: `https://${host}/sso`,
    certificate: Buffer.from(certificate.rawData).toString("base64"),
    privateKey: `-----BEGIN PRIVATE KEY-----\n${der.replace(/.{64}/g, "$&\n")}\n-----END PRIVATE KEY-----\n`,
  };
}

export function metadataOf({ entityId, signInUrl, certificate }: TestIdentityProvider): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
<md:IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>
${certificate}
</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${signInUrl}/post"/>
<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signInUrl}"/>
</md:IDPSSODescriptor></md:EntityDescriptor>`;
}

/** The request that an address holds. */
export interface ReadRequest {
  id: string;
  acsUrl: string;
  issuer: string;
  xml: string;
}

export function readRequest(address: string): ReadRequest {
  const encoded = new URL(address).searchParams.get("SAMLRequest") ?? "";
  return readRequestXml(inflateRawSync(Buffer.from(encoded, "base64")).toString());
}

/** Returns the request that an XML document holds. */
export function readRequestXml(xml: string): ReadRequest {
  const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(xml)?.[1] ?? "";
  const issuer = />([^<]*)<\/saml:Issuer>/.exec(xml)?.[1] ?? "";
  return { id: attribute("ID"), acsUrl: attribute("AssertionConsumerServiceURL"), issuer, xml };
}

export interface Said {
  email: string | null;
  nameId: string;
  nameIdXml: string;
  nameIdFormat: string;
  issuer: string;
  audience: string;
  recipient: string;
  destination: string;
  inResponseTo: string | null;
  notBefore: Date;
  notOnOrAfter: Date;
  status: string;
  attributes: string;
  sessionIndex: string;
  /** The authentication context class. */
  context: string;
}

const PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";
const MINUTE = 60_000;
let count = 0;

/** Returns an identity provider's answer to a request, with the changes of a test. */
export function saidTo(idp: TestIdentityProvider, request: ReadRequest, now: Date, changes: Partial<Said> = {}): Said {
  count += 1;
  const nameId = `person-${process.pid}-${count}`;
  return {
    email: "ada@acme.example",
    nameId,
    nameIdXml: changes.nameId ?? nameId,
    nameIdFormat: PERSISTENT,
    issuer: idp.entityId,
    audience: request.issuer,
    recipient: request.acsUrl,
    destination: request.acsUrl,
    inResponseTo: request.id,
    notBefore: new Date(now.getTime() - MINUTE),
    notOnOrAfter: new Date(now.getTime() + 5 * MINUTE),
    status: "urn:oasis:names:tc:SAML:2.0:status:Success",
    attributes: "",
    sessionIndex: "_s",
    context: "urn:oasis:names:tc:SAML:2.0:ac:classes:Password",
    ...changes,
  };
}

const NAMESPACES =
  'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';
const reply = (said: Said) => (said.inResponseTo === null ? "" : ` InResponseTo="${said.inResponseTo}"`);

export function assertionOf(said: Said, id = `_a${process.pid}${count}`): string {
  const [from, until] = [said.notBefore.toISOString(), said.notOnOrAfter.toISOString()];
  const email =
    said.email === null
      ? ""
      : `<saml:Attribute Name="email"><saml:AttributeValue>${said.email}</saml:AttributeValue></saml:Attribute>`;
  return `<saml:Assertion ${NAMESPACES} ID="${id}" Version="2.0" IssueInstant="${from}"><saml:Issuer>${said.issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${said.nameIdFormat}">${said.nameIdXml}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData Recipient="${said.recipient}" NotOnOrAfter="${until}"${reply(said)}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${from}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${said.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${from}" SessionIndex="${said.sessionIndex}"><saml:AuthnContext><saml:AuthnContextClassRef>${said.context}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${email}<saml:Attribute Name="displayName"><saml:AttributeValue>Ada Lovelace</saml:AttributeValue></saml:Attribute>${said.attributes}</saml:AttributeStatement></saml:Assertion>`;
}

export function responseAround(said: Said, inner: string, id = "_response"): string {
  return `<samlp:Response ${NAMESPACES} ID="${id}" Version="2.0" IssueInstant="${said.notBefore.toISOString()}" Destination="${said.destination}"${reply(said)}><saml:Issuer>${said.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${said.status}"/></samlp:Status>${inner}</samlp:Response>`;
}

interface Signing {
  privateKey: string;
  certificate?: string;
  element?: "Assertion" | "Response" | "LogoutRequest" | "EntityDescriptor";
  signatureAlgorithm?: string;
  digestAlgorithm?: string;
  canonicalizationAlgorithm?: string;
}

const EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";

/** Signs an element over the whole of itself, with the signature where the schema wants it. */
export function signXml(xml: string, signing: Signing): string {
  const { privateKey, certificate, element = "Assertion" } = signing;
  const signature = new SignedXml({
    privateKey,
    ...(certificate !== undefined && { publicCert: certificate }),
    signatureAlgorithm: signing.signatureAlgorithm ?? "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    canonicalizationAlgorithm: (signing.canonicalizationAlgorithm ?? EXCLUSIVE) as never,
  });
  const place = `//*[local-name(.)='${element}']`;
  signature.addReference({
    xpath: place,
    transforms: ["http://www.w3.org/2000/09/xmldsig#enveloped-signature", EXCLUSIVE],
    digestAlgorithm: signing.digestAlgorithm ?? "http://www.w3.org/2001/04/xmlenc#sha256",
  });
  const behindIssuer = { reference: `${place}/*[local-name(.)='Issuer']`, action: "after" } as const;
  const first = { reference: `${place}/*[1]`, action: "before" } as const;
  const location = element === "EntityDescriptor" ? first : behindIssuer;
  signature.computeSignature(xml, { prefix: "ds", location });
  return signature.getSignedXml();
}

export const encode = (xml: string) => Buffer.from(xml).toString("base64");

/** A response with a signed assertion, as an honest identity provider sends it. */
export function signedResponse(idp: TestIdentityProvider, said: Said): string {
  return responseAround(said, signXml(assertionOf(said), idp));
}
