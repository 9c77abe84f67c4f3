import { z } from "zod";
import type { Context } from "@/lib/core/context";

const DAY_MS = 86_400_000;

/** The days after which a key expires, as forms ask for them; `0` is a key that does not. */
export const Lifetime = z.enum(["30", "90", "365", "0"]).meta({
  form: {
    label: "Expires after",
    choices: { 30: "30 days", 90: "90 days", 365: "1 year", 0: "No expiry" },
    fault: "Choose when the key expires.",
  },
});

/** Returns when a key expires that is created now, or `null` for never. */
export function expiryOf({ clock }: Context, days: z.infer<typeof Lifetime>): Date | null {
  return days === "0" ? null : new Date(clock.now().getTime() + Number(days) * DAY_MS);
}
