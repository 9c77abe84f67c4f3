import { z } from "zod";

/** A person as a connection's identity provider describes them. */
export const SsoProfile = z.object({
  /** The subject identifies the person at the identity provider for ever. */
  subject: z.string(),
  /** The identity provider's name for itself. */
  issuer: z.string(),
  /** `null` where there is no address, or one that is none. */
  email: z.string().nullable(),
  name: z.string(),
  /** The format of the subject, with SAML. */
  nameIdFormat: z.string().nullable(),
  /** The identity provider's name for its session: SessionIndex, `sid`. */
  sessionIndex: z.string().nullable(),
  /** The authentication context class that the person met there: `acr`. */
  acr: z.string().nullable(),
  /** The methods that the person used there: `amr`, values of RFC 8176 or of the identity provider. */
  amr: z.array(z.string()).default([]),
  /** When the person last proved there who they are, in milliseconds; `null` where it doesn't say. */
  authenticatedAt: z.number().nullable(),
});
export type SsoProfile = z.infer<typeof SsoProfile>;
