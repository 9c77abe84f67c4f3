import { z } from "zod";

/** A malformed id is an id of no passkey, not a validation error. */
export const PasskeyId = z.string().meta({ example: "psk_4k9x2m7q1w8e5r3t6y0u" });
