import { z } from "zod";
import { isLoopback } from "@/lib/core/loopback";
import { oneLineName } from "@/lib/core/names";
import { CLIENT_AUTHENTICATIONS } from "@/lib/core/ports/identity-providers";
import { isKnownProvider } from "./resource";

const visible = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1, "must not be empty")
    .max(maxLength, `must be at most ${maxLength} characters long`)
    .regex(/^[\x21-\x7e]*$/, "must hold visible ASCII characters only");

export const ClientId = visible(255);

/** Ways to sign in, which accounts and events name in the same place as a provider. */
const RESERVED = ["credential", "password", "passkey", "magic-link", "email-otp", "test-token", "email", "oauth2"];

const ProviderId = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,30}[a-z0-9]$/, "must be 2 to 32 lower-case letters, digits and hyphens, such as acme-login")
  .refine((id) => !RESERVED.includes(id), "is the name of another way to sign in");

const WELL_KNOWN = /\/\.well-known\/openid-configuration$/;

/** Many consoles show the address of the configuration, which is below the issuer's own. */
export const Issuer = z
  .url({ protocol: /^https?$/, error: "must be an address such as https://login.example.com", abort: true })
  .trim()
  .max(2_048)
  .transform((text) => text.replace(WELL_KNOWN, ""))
  .refine((text) => !/[?#]/.test(text), "must not hold a query or a fragment")
  .refine((text) => text.startsWith("https://") || isLoopback(URL.parse(text)?.hostname ?? ""), "must use https");

export const Scope = z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,128}$/, "must be a scope without spaces");

const AppleId = z.string().regex(/^[A-Z0-9]{10}$/, "must be 10 upper-case letters and digits, as Apple shows it");

/** A private key is text of several lines; every other secret is one word. */
export const ClientSecret = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(4_096, "must be at most 4096 characters long")
  .refine(
    (text) => text.startsWith("-----BEGIN PRIVATE KEY-----") || /^[\x21-\x7e]*$/.test(text),
    "must hold visible ASCII characters only",
  );

const AppleKey = (label: string) => AppleId.meta({ form: { label, maxLength: 10 } });

const Fields = z.object({
  provider: ProviderId.meta({
    form: {
      ...{ label: "ID", placeholder: "acme-login", maxLength: 32 },
      note: "Part of the callback address. It can't be changed later.",
    },
  }),
  clientId: ClientId.meta({ form: { label: "Client ID" } }),
  /** Left out, the stored one stays. */
  clientSecret: ClientSecret.meta({
    form: { label: "Client secret", kind: "secret", note: "Stored encrypted, and never shown again." },
  }).optional(),
  /** Left out, it stays as it is, and a new one is on. */
  isEnabled: z.boolean().optional(),
  /** The label of buttons, and the issuer: for a provider that is not a known one. */
  name: oneLineName(64)
    .meta({ form: { label: "Name", note: "Buttons say: Continue with this name.", maxLength: 64 } })
    .optional(),
  issuer: Issuer.meta({
    form: {
      ...{ label: "Issuer", kind: "url", placeholder: "https://login.example.com", maxLength: 2_048 },
      note: "Its configuration is read and checked when you save.",
    },
  }).optional(),
  scopes: z.array(Scope).max(20).optional(),
  authentication: z.enum(CLIENT_AUTHENTICATIONS).nullish(),
  teamId: AppleKey("Team ID").optional(),
  keyId: AppleKey("Key ID").optional(),
});
export const PROVIDER_FIELDS = Fields.shape;

type Fields = z.infer<typeof Fields>;

function requireRightFields(fields: Fields, context: z.RefinementCtx): void {
  const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
  const { provider, issuer, name, teamId, keyId } = fields;
  if (isKnownProvider(provider)) {
    if (issuer !== undefined) refuse("provider", "is the ID of a known provider; choose another one");
  } else {
    if (issuer === undefined) refuse("issuer", "is needed for a provider of your own");
    if (name === undefined) refuse("name", "is needed: buttons show it");
  }
  if (provider !== "apple") return;
  if (teamId === undefined) refuse("teamId", "is needed for Apple");
  if (keyId === undefined) refuse("keyId", "is needed for Apple");
}

export const ProviderFields = Fields.superRefine(requireRightFields);

export const SetProviderInput = Fields.extend({ organisationId: z.string(), projectId: z.string() }).superRefine(
  requireRightFields,
);
export type SetProviderInput = z.input<typeof SetProviderInput>;
