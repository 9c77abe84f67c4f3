import { z } from "zod";

/** The query of a provider's redirect, RFC 6749 section 4.1.2; of a repeated parameter the last value counts. */
export const SocialCallbackQuery = z.object({
  code: z.string().optional(),
  state: z.string().optional(),
  iss: z.string().optional(),
  error: z.string().optional(),
  error_description: z.string().optional(),
  user: z.string().max(2_000).optional().meta({ description: "Apple's JSON with the name of a new user." }),
});
/** A provider's answer at the callback address of `provider`. */
export type SocialCallback = z.infer<typeof SocialCallbackQuery> & { provider: string };
