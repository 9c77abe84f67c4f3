import { X509Certificate } from "node:crypto";
import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import { isLoopback } from "@/lib/core/loopback";
import { oneLineName } from "@/lib/core/names";
import { isSamlError, SAML_BINDINGS, type SamlBinding, type SamlMetadata } from "@/lib/core/ports/saml";
import type { SignInContext } from "../../context";
import { fetchMetadata } from "../saml/fetch-metadata";
import { OidcClient } from "./oidc-client";

const SMALLEST_RSA_BITS = 2_048;

const IdentityProvider = z
  .strictObject({
    metadata: z.string().min(1).max(262_144).optional().meta({
      description: "The identity provider's metadata, as XML, in place of the other fields.",
      example: "<EntityDescriptor xmlns=…",
    }),
    metadataUrl: z
      .string()
      .trim()
      .min(1)
      .max(2_048)
      .optional()
      .meta({
        description: "Where the identity provider's metadata is. It is read now, and again once an hour.",
        example: "https://idp.acme.example/metadata",
        form: {
          label: "Address of the metadata",
          note: "Checked every hour, so a renewed certificate is picked up",
          kind: "url",
          placeholder: "https://idp.acme.example/metadata",
          fault: "The address of the metadata {reason}.",
        },
      }),
    metadataCertificate: z.string().min(1).max(16_384).nullish().meta({
      description: "The certificate that the metadata at the address must be signed with: PEM, or DER in base64.",
      example: null,
    }),
    entityId: z.string().trim().min(1).max(1_024).optional().meta({ example: "https://idp.acme.example/metadata" }),
    signInUrl: z.string().trim().min(1).max(2_048).optional().meta({ example: "https://idp.acme.example/sso" }),
    signInBinding: z.enum(SAML_BINDINGS).optional().meta({
      description: "How requests go there: by HTTP-Redirect, which is the default, or HTTP-POST.",
    }),
    signOutUrl: z.string().trim().min(1).max(2_048).nullish().meta({
      description: "Where its single logout is.",
      example: "https://idp.acme.example/slo",
    }),
    signOutBinding: z.enum(SAML_BINDINGS).optional().meta({ description: "The same of logout messages." }),
    certificates: z
      .array(z.string().max(16_384))
      .min(1)
      .max(10)
      .optional()
      .meta({ description: "PEM, or DER in base64.", example: ["-----BEGIN CERTIFICATE-----…"] }),
  })
  .refine(
    ({ metadata, metadataUrl, metadataCertificate, entityId, signInUrl, certificates }) => {
      const fields = [entityId, signInUrl, certificates];
      const ways = [metadata, metadataUrl, fields.find((field) => field !== undefined)];
      const isOne = ways.filter((way) => way !== undefined).length === 1;
      const isWhole = ways[2] === undefined || fields.every((field) => field !== undefined);
      return isOne && isWhole && (metadataUrl !== undefined || metadataCertificate === undefined);
    },
    { message: "must have one of metadata, metadataUrl, and the three of entityId, signInUrl and certificates" },
  )
  .meta({ example: { metadata: "<EntityDescriptor xmlns=…" } });

export const ConnectionFields = {
  name: oneLineName(64).meta({
    example: "Acme",
    form: {
      label: "Company",
      note: "People see it on the sign-in page",
      placeholder: "Acme",
      maxLength: 64,
      fault: "Enter the company's name.",
    },
  }),
  saml: IdentityProvider,
  oidc: OidcClient,
  createsUsers: z.boolean().meta({ description: "Whether someone new gets a user at the first sign-in." }),
  required: z.boolean().meta({
    description:
      "Whether people of its verified domains sign in by it alone, while it is enabled. Switching it on ends the sessions that they began otherwise.",
    example: false,
  }),
  startsAtProvider: z.boolean().meta({
    description: "Whether a response that nobody asked for starts a sign-in, which the identity provider then answers.",
  }),
  trustsSecondFactor: z.boolean().meta({
    description:
      "Whether a second factor that the identity provider says it asked for stands in for the user's own: `mfa` in `amr`, or one of `secondFactorContexts`.",
    example: false,
  }),
  secondFactorContexts: z
    .array(z.string().regex(/^[\x21-\x7e]{1,255}$/, "must be one value, without spaces"))
    .max(10)
    .meta({
      description: "Other second factors: values of `acr`, or authentication context classes of SAML.",
      example: ["https://refeds.org/profile/mfa"],
    }),
  signsRequests: z.boolean().meta({ description: "For `saml`: whether requests are signed.", example: true }),
  requiresEncryption: z.boolean().meta({
    description: "For `saml`: whether an assertion that isn't encrypted is refused.",
    example: true,
  }),
};

interface GivenOfProtocols {
  saml?: unknown;
  oidc?: unknown;
  signsRequests?: boolean | undefined;
  requiresEncryption?: boolean | undefined;
}

/** Throws `invalid_request` for an identity provider of the other protocol. */
export function requireProtocol(protocol: string, given: GivenOfProtocols): void {
  const { saml, oidc, signsRequests = false, requiresEncryption = false } = given;
  const other = protocol === "saml" ? "oidc" : "saml";
  const isOther = other === "oidc" ? oidc !== undefined : saml !== undefined || signsRequests || requiresEncryption;
  if (!isOther) return;
  const message = `The connection's protocol is ${protocol}.`;
  throw new ServiceError("invalid_request", message, { details: [{ path: other, message }] });
}

interface IdentityProviderColumns {
  entityId: string;
  signInUrl: string;
  signInBinding: SamlBinding;
  signOutUrl: string | null;
  signOutBinding: SamlBinding;
  certificates: string[];
  metadataValidUntil: Date | null;
}

interface MetadataColumns {
  metadataUrl: string | null;
  metadataCertificate: string | null;
  metadataCheckedAt: Date | null;
  metadataProblem: null;
}

/** Returns the columns of an identity provider. Throws `invalid_request`, naming the fault. */
export async function readIdentityProvider(
  ctx: SignInContext,
  given: z.infer<typeof IdentityProvider>,
): Promise<IdentityProviderColumns & MetadataColumns> {
  const { metadata, metadataUrl = null } = given;
  const none = { metadataUrl: null, metadataCertificate: null, metadataCheckedAt: null, metadataProblem: null };
  if (metadata !== undefined) {
    const read = () => ctx.signIn.saml.readMetadata(metadata);
    return { ...checkedIdentityProvider(await naming("metadata", read)), ...none };
  }
  if (metadataUrl === null) return { ...checkedIdentityProvider(fieldsOf(given)), ...none };
  requireAddress("metadataUrl", metadataUrl, "The address of the metadata");
  const metadataCertificate = given.metadataCertificate ? readCertificate(given.metadataCertificate) : null;
  const address = { metadataUrl, metadataCertificate };
  const found = await naming("metadataUrl", () => fetchMetadata(ctx, address));
  return { ...checkedIdentityProvider(found), ...none, ...address, metadataCheckedAt: ctx.clock.now() };
}

/** Returns an identity provider that a connection may have. Throws `invalid_request`. */
export function checkedIdentityProvider(found: SamlMetadata): IdentityProviderColumns {
  const { certificates, validUntil: metadataValidUntil, ...columns } = found;
  const { signInUrl, signOutUrl } = columns;
  requireAddress("signInUrl", signInUrl, "The sign-in address");
  if (signOutUrl !== null) requireAddress("signOutUrl", signOutUrl, "The sign-out address");
  return { ...columns, certificates: certificates.map(readCertificate), metadataValidUntil };
}

function fieldsOf(given: z.infer<typeof IdentityProvider>): SamlMetadata {
  const { entityId = "", signInUrl = "", signInBinding = "redirect", certificates = [] } = given;
  const { signOutUrl = null, signOutBinding = "redirect" } = given;
  return { entityId, signInUrl, signInBinding, signOutUrl, signOutBinding, certificates, validUntil: null };
}

async function naming(field: string, read: () => Promise<SamlMetadata>): Promise<SamlMetadata> {
  try {
    return await read();
  } catch (error) {
    if (isSamlError(error)) throw refusal(field, error.detail);
    throw error;
  }
}

function requireAddress(field: string, text: string, words: string): void {
  const url = URL.parse(text);
  const isRight =
    url !== null &&
    url.username === "" &&
    url.password === "" &&
    url.hash === "" &&
    (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname)));
  if (!isRight) throw refusal(field, `${words} must start with https://.`);
}

/** Returns a certificate as DER in base64. */
function readCertificate(text: string): string {
  const certificate = parseCertificate(text);
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
  if (asymmetricKeyType !== "rsa" || (asymmetricKeyDetails?.modulusLength ?? 0) < SMALLEST_RSA_BITS) {
    throw refusal("certificates", `A certificate must have an RSA key of at least ${SMALLEST_RSA_BITS} bits.`);
  }
  return certificate.raw.toString("base64");
}

function parseCertificate(text: string): X509Certificate {
  try {
    const isPem = text.includes("-----BEGIN CERTIFICATE-----");
    return new X509Certificate(isPem ? text : Buffer.from(text.replace(/\s/g, ""), "base64"));
  } catch {
    throw refusal("certificates", "A certificate can't be read. Enter it whole, with its first and last line.");
  }
}

function refusal(field: string, message: string): ServiceError {
  return new ServiceError("invalid_request", message, { details: [{ path: `saml.${field}`, message }] });
}
