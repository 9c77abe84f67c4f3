import { z } from "zod";

const Challenge = z.string().meta({ description: "Base64url.", example: "Kx0yd8Jx3T0m5oV9gk2n1Q" });
const Timeout = z.int().meta({ description: "In milliseconds.", example: 60_000 });
const UserVerification = z.enum(["required", "preferred"]);

const CredentialDescriptor = z.object({
  id: z.string().meta({ example: "c2VjcmV0" }),
  type: z.literal("public-key"),
  transports: z.array(z.string()).optional(),
});

/** PublicKeyCredentialCreationOptionsJSON, WebAuthn section 5.1.9. */
export const CreationOptions = z
  .object({
    challenge: Challenge,
    rp: z.object({ name: z.string().meta({ example: "Shop" }), id: z.string().meta({ example: "example.com" }) }),
    user: z.object({
      id: z.string().meta({ description: "The user's id, base64url.", example: "dXNyXzRrOXg" }),
      name: z.string().meta({ example: "ada@example.com" }),
      displayName: z.string().meta({ example: "ada@example.com" }),
    }),
    pubKeyCredParams: z.array(z.object({ alg: z.int().meta({ example: -7 }), type: z.literal("public-key") })),
    timeout: Timeout,
    attestation: z.literal("none"),
    excludeCredentials: z.array(CredentialDescriptor),
    authenticatorSelection: z.object({
      residentKey: z.literal("required"),
      requireResidentKey: z.literal(true),
      userVerification: UserVerification,
      authenticatorAttachment: z.enum(["platform", "cross-platform"]).optional(),
    }),
    extensions: z.object({ credProps: z.literal(true) }),
    hints: z.array(z.string()),
  })
  .meta({ id: "PasskeyCreationOptions" });

/** PublicKeyCredentialRequestOptionsJSON, WebAuthn section 5.1.10. */
export const RequestOptions = z
  .object({
    rpId: z.string().meta({ example: "example.com" }),
    challenge: Challenge,
    timeout: Timeout,
    userVerification: UserVerification,
    allowCredentials: z.array(CredentialDescriptor).optional(),
  })
  .meta({ id: "PasskeyRequestOptions" });

export const TIMEOUT_MILLISECONDS = 60_000;
