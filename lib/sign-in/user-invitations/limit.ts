import { createHash } from "node:crypto";
import type { Context } from "@/lib/core/context";
import { requireWithinLimit } from "@/lib/core/require-within-limit";

/** An invitation is a mail to a stranger, so both the project and the mailbox have a limit. */
const PER_PROJECT = { name: "user-invitations", limit: 100, windowSeconds: 3_600 } as const;
const PER_MAILBOX = { name: "user-invitations-mailbox", limit: 5, windowSeconds: 3_600 } as const;

/** Counts a mail before it is made. Throws `rate_limited`. */
export async function countInvitation(ctx: Context, projectId: string, email: string): Promise<void> {
  const mailbox = createHash("sha256").update(email).digest("base64url");
  for (const [limit, key] of [
    [PER_MAILBOX, `${projectId}:${mailbox}`],
    [PER_PROJECT, projectId],
  ] as const) {
    await requireWithinLimit(ctx, limit, key, "Too many invitations.");
  }
}
