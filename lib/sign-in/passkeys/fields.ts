import { z } from "zod";

/** Any text: an id of the wrong form is one of no passkey. */
export const PasskeyId = z.string().meta({ example: "psk_4k9x2m7q1w8e5r3t6y0u" });
