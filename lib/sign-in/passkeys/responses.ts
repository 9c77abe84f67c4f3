import { z } from "zod";
import { CeremonyRefusal } from "./ceremony";

const Base64Url = z.string().regex(/^[A-Za-z0-9_-]+$/);
/** WebAuthn section 7.1 allows an id 1023 bytes. */
const CredentialId = Base64Url.max(1_364);

const Credential = z.object({ id: CredentialId, rawId: CredentialId, type: z.literal("public-key") });

/** RegistrationResponseJSON, WebAuthn section 5.1.8. */
const RegistrationResponse = Credential.extend({
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    /** Unknown transports are kept, since authenticators may add new ones. */
    transports: z
      .array(z.string().regex(/^[a-z-]{1,32}$/))
      .max(16)
      .optional(),
  }),
});
export type RegistrationResponse = z.infer<typeof RegistrationResponse>;

/** AuthenticationResponseJSON, the same section. */
const AuthenticationResponse = Credential.extend({
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Base64Url.nullish(),
  }),
});
export type AuthenticationResponse = z.infer<typeof AuthenticationResponse>;

export const parseRegistrationResponse = (value: unknown) => parse(RegistrationResponse, value);
export const parseAuthenticationResponse = (value: unknown) => parse(AuthenticationResponse, value);

/** The verb parses the answer, not the route, since a malformed answer must spend its challenge too. */
function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (!result.success) throw new CeremonyRefusal("malformed");
  return result.data;
}

export const CredentialJson = z.record(z.string(), z.unknown()).meta({
  description: "The PublicKeyCredential of the browser as its `toJSON()` writes it.",
  example: { id: "c2VjcmV0", rawId: "c2VjcmV0", type: "public-key", response: {} },
});
