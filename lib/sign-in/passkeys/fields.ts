import { z } from "zod";

/** Any text: an id that can be none is a passkey that is not there. */
export const PasskeyId = z.string().meta({ example: "psk_4k9x2m7q1w8e5r3t6y0u" });
