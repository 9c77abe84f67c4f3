import type { Place } from "@/lib/cli/define/place";
import type { Context } from "@/lib/core/context";

/** The column of a secret that is printed this once. */
export const SECRET = { secret: ({ secret }: { secret: string }) => `${secret}  (shown only once)` };

/** The columns of a key in a list. */
export const KEY_NAMES = ["id", "name", "hint", "status"] as const;
export const KEY_USE = ["expiresAt", "lastUsedAt", { from: "lastUsedAddress" }] as const;

/** Returns the command that revokes a key of a place. */
export function revocation<At>(
  place: Place<At>,
  revoke: (ctx: Context, address: At & { keyId: string }) => Promise<{ id: string; name: string }>,
) {
  return place.within("key", "keyId", "key_4k9x2m7q1w8e5r3t6y0u").verb("revoke", {
    description: "Revoke a key, by ID, immediately and permanently.",
    run: revoke,
    print: ({ name, id }) => `Revoked ${name} (${id}).`,
  });
}
