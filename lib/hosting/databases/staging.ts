import { createHash } from "node:crypto";
import { idPrefix } from "@/lib/core/ids";

const LENGTH = 20;

/**
 * The name of the copy that is about to become the database, while a restore makes it. It follows from that of the point
 * which keeps what was before, so that it is known wherever the row of that point is.
 */
export function stagingIdOf(beforeCopyId: string): string {
  const digest = createHash("sha256").update(`staging ${beforeCopyId}`).digest("hex");
  return idPrefix("database") + BigInt(`0x${digest}`).toString(36).padStart(LENGTH, "0").slice(-LENGTH);
}
