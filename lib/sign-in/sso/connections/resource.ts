import { X509Certificate } from "node:crypto";
import { z } from "zod";
import type { Prisma } from "@/lib/core/db/generated/client";
import { CLIENT_AUTHENTICATIONS, type ClientAuthentication } from "@/lib/core/ports/identity-providers";
import { SAML_BINDINGS, type SamlBinding } from "@/lib/core/ports/saml";
import { serviceProviderOf } from "../saml/service-provider";
import { proofRecord } from "./proof-record";

export const SSO_PROTOCOLS = ["saml", "oidc"] as const;
export type SsoProtocol = (typeof SSO_PROTOCOLS)[number];

const Moment = z.iso.datetime().meta({ example: "2026-01-01T12:00:00.000Z" });
const Domain = z.string().meta({ example: "acme.example" });

export const SsoDomain = z
  .object({
    domain: Domain,
    record: z.object({
      type: z.literal("TXT"),
      name: z.string().meta({ example: "_coppice-sso.acme.example" }),
      value: z.string().meta({ example: "coppice-sso=Jt4Yw8sQm2Zk6VbN1xRc9LfH3pGd7TaE" }),
    }),
    checkedAt: Moment.nullable(),
    verifiedAt: Moment.nullable().meta({ description: "`null` until the record has been seen.", example: null }),
    missingSince: Moment.nullable().meta({
      description: "Since when checks no longer find the record. After 7 days the domain isn't verified any more.",
      example: null,
    }),
  })
  .meta({ id: "SsoDomain" });
export type SsoDomain = z.infer<typeof SsoDomain>;

const Certificate = z.object({
  fingerprint: z.string().meta({ description: "SHA-256, in hexadecimal.", example: "3f:a9:1c:…" }),
  expiresAt: Moment.meta({ description: "Signatures are taken after it, too: identity providers often let it pass." }),
});

export const SsoConnection = z
  .object({
    id: z.string().meta({ example: "sso_4k9x2m7q1w8e5r3t6y0u" }),
    name: z.string().meta({ example: "Acme" }),
    protocol: z.enum(SSO_PROTOCOLS),
    enabled: z.boolean().meta({ description: "Whether people sign in by it." }),
    createsUsers: z.boolean().meta({ description: "Whether someone new gets a user at the first sign-in." }),
    required: z.boolean().meta({
      description: "Whether people of its verified domains sign in by it alone, while it is enabled.",
      example: false,
    }),
    startsAtProvider: z.boolean().meta({
      description: "Whether a response that nobody asked for starts a sign-in.",
      example: false,
    }),
    trustsSecondFactor: z.boolean().meta({
      description: "Whether the identity provider's second factor stands in for the user's own.",
      example: false,
    }),
    secondFactorContexts: z.array(z.string()).meta({
      description:
        "Values that count as one, besides `mfa` in `amr`: values of `acr`, or authentication context classes.",
      example: ["https://refeds.org/profile/mfa"],
    }),
    signsRequests: z.boolean().meta({ description: "For `saml`: whether requests are signed.", example: false }),
    requiresEncryption: z.boolean().meta({
      description: "For `saml`: whether an assertion that isn't encrypted is refused.",
      example: false,
    }),
    saml: z
      .object({
        entityId: z.string().meta({ example: "https://idp.acme.example/metadata" }),
        signInUrl: z.string().meta({ example: "https://idp.acme.example/sso" }),
        signInBinding: z.enum(SAML_BINDINGS).meta({ description: "How requests go there." }),
        signOutUrl: z.string().nullable().meta({
          description: "Where people sign out of it; `null` where it has no single logout.",
          example: "https://idp.acme.example/slo",
        }),
        signOutBinding: z.enum(SAML_BINDINGS).meta({ description: "How logout messages go there." }),
        certificates: z.array(Certificate),
        validUntil: Moment.nullable().meta({
          description: "Until when its metadata says that it holds. The connection goes on with it afterwards.",
          example: null,
        }),
        metadata: z
          .object({
            url: z.string().meta({ example: "https://idp.acme.example/metadata" }),
            certificate: Certificate.nullable().meta({
              description: "The certificate that it must be signed with.",
              example: null,
            }),
            checkedAt: Moment.nullable(),
            problem: z.string().nullable().meta({
              description: "Why the last version read wasn't taken. The connection goes on with the version it had.",
              example: null,
            }),
          })
          .nullable()
          .meta({ description: "Where the metadata is read again once an hour; `null` if it was entered." }),
      })
      .nullable()
      .meta({ description: "The identity provider; `null` until it has been set, and for `oidc`." }),
    oidc: z
      .object({
        issuer: z.string().meta({ example: "https://login.acme.example" }),
        clientId: z.string().meta({ example: "0oa4k9x2m7" }),
        scopes: z.array(z.string()).meta({ example: ["openid", "email", "profile"] }),
        authentication: z.enum(CLIENT_AUTHENTICATIONS).nullable(),
      })
      .nullable()
      .meta({ description: "The issuer and the client; `null` until they have been set, and for `saml`." }),
    serviceProvider: z
      .object({
        entityId: z.string().meta({ description: "For `saml`: also the audience, and where the metadata is." }),
        acsUrl: z.string().meta({ description: "For `saml`: where the identity provider posts its response." }),
        logoutUrl: z.string().meta({ description: "For `saml`: where it sends logout messages." }),
        redirectUri: z.string().meta({ description: "For `oidc`: where the issuer sends the browser back." }),
        backchannelLogoutUri: z.string().meta({
          description: "For `oidc`: where the issuer's server sends logout tokens.",
        }),
        postLogoutRedirectUri: z.string().meta({
          description: "For `oidc`: where the issuer sends the browser back after a sign-out.",
        }),
        startUrl: z.string().meta({ description: "A link that starts a sign-in." }),
        certificate: Certificate.nullable().meta({
          description: "For `saml`: that of the connection's own key, which is made once one of the two needs it.",
          example: null,
        }),
        nextCertificate: Certificate.nullable().meta({
          description:
            "For `saml`: that of the key which replaces it, until you end the rotation. Metadata has both; the old key signs, and either decrypts.",
          example: null,
        }),
      })
      .meta({ description: "What to enter at the identity provider." }),
    domains: z.array(SsoDomain),
    createdAt: Moment,
    updatedAt: Moment,
  })
  .meta({ id: "SsoConnection" });
export type SsoConnection = z.infer<typeof SsoConnection>;

export const SsoConnectionList = z.object({ items: z.array(SsoConnection) }).meta({ id: "SsoConnectionList" });

export const WITH_DOMAINS = { domains: { orderBy: { domain: "asc" } } } as const;
export type ConnectionRow = Omit<
  Prisma.SsoConnectionGetPayload<{ include: typeof WITH_DOMAINS }>,
  "clientSecret" | "privateKey" | "nextPrivateKey"
>;

export function toSsoConnection(ctx: { baseUrl: string }, row: ConnectionRow): SsoConnection {
  const { id, name, isEnabled: enabled, createsUsers, isRequired: required, startsAtProvider } = row;
  const { signsRequests, requiresEncryption, trustsSecondFactor, secondFactorContexts } = row;
  const certificate = row.certificate === null ? null : describeCertificate(row.certificate);
  const nextCertificate = row.nextCertificate === null ? null : describeCertificate(row.nextCertificate);
  return {
    ...{ id, name, protocol: row.protocol as SsoProtocol, enabled, createsUsers, required, startsAtProvider },
    ...{ signsRequests, requiresEncryption, trustsSecondFactor, secondFactorContexts },
    saml: identityProviderOf(row),
    oidc: clientOf(row),
    serviceProvider: { ...serviceProviderOf(ctx, row), certificate, nextCertificate },
    domains: row.domains.map(toSsoDomain),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function identityProviderOf(row: ConnectionRow): SsoConnection["saml"] {
  const { entityId, signInUrl, signOutUrl, certificates, metadataValidUntil } = row;
  if (entityId === null || signInUrl === null) return null;
  return {
    entityId,
    signInUrl,
    signInBinding: row.signInBinding as SamlBinding,
    signOutUrl,
    signOutBinding: row.signOutBinding as SamlBinding,
    certificates: certificates.map(describeCertificate),
    validUntil: metadataValidUntil?.toISOString() ?? null,
    metadata: metadataOf(row),
  };
}

function metadataOf({ metadataUrl: url, metadataCertificate, metadataCheckedAt, metadataProblem }: ConnectionRow) {
  if (url === null) return null;
  const certificate = metadataCertificate === null ? null : describeCertificate(metadataCertificate);
  return { url, certificate, checkedAt: metadataCheckedAt?.toISOString() ?? null, problem: metadataProblem };
}

/** Returns the client of an OpenID Connect connection; `null` without one. */
export function clientOf({
  issuer,
  clientId,
  scopes,
  authentication,
}: Pick<ConnectionRow, "issuer" | "clientId" | "scopes" | "authentication">): SsoConnection["oidc"] {
  if (issuer === null || clientId === null) return null;
  return { issuer, clientId, scopes, authentication: authentication as ClientAuthentication | null };
}

function describeCertificate(der: string): z.infer<typeof Certificate> {
  const { fingerprint256, validTo } = new X509Certificate(Buffer.from(der, "base64"));
  return { fingerprint: fingerprint256.toLowerCase(), expiresAt: new Date(validTo).toISOString() };
}

interface DomainRow {
  domain: string;
  proof: string;
  checkedAt: Date | null;
  verifiedAt: Date | null;
  missingSince: Date | null;
}

export function toSsoDomain(row: DomainRow): SsoDomain {
  return {
    domain: row.domain,
    record: proofRecord(row),
    checkedAt: row.checkedAt?.toISOString() ?? null,
    verifiedAt: row.verifiedAt?.toISOString() ?? null,
    missingSince: row.missingSince?.toISOString() ?? null,
  };
}

/** Something of a connection that is wrong, or will be at a time. */
export type SsoProblem =
  | { kind: "certificate_expired" | "certificate_expires" | "metadata_expired"; at: string }
  | { kind: "no_domain" }
  | { kind: "record_missing"; domain: string; at: string };

/** A connection as a list of the dashboard shows it. */
export interface ListedSsoConnection extends SsoConnection {
  /** When someone last signed in by it; `null` for never, or longer ago than events are kept. */
  lastSignInAt: string | null;
  /** The number of users who have signed in by it. */
  users: number;
  /** The faults that it has, or will have soon. */
  problems: SsoProblem[];
}

/** A link by which a company's administrator sets a connection up. Times are ISO 8601, UTC. */
export interface SsoSetUpState {
  openedAt: string | null;
  expiresAt: string;
}
