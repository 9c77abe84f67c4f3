import { z } from "zod";

/** The query of an issuer's redirect (RFC 6749, section 4.1.2; RFC 9207). */
export const OidcCallbackQuery = z.object({
  code: z.string().max(4_096).optional(),
  state: z.string().max(512).optional(),
  iss: z.string().max(2_048).optional(),
  error: z.string().max(256).optional(),
});
export type OidcCallback = z.infer<typeof OidcCallbackQuery> & { connectionId: string };
