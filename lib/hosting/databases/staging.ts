import { createHash } from "node:crypto";
import { idPrefix } from "@/lib/core/ids";

const LENGTH = 20;

/**
 * Returns the name of the copy that will become the database, while a restore makes it. It follows from the name of the
 * copy that keeps the state from before, so that it is known wherever that is.
 */
export function stagingIdOf(beforeCopyId: string): string {
  const digest = createHash("sha256").update(`staging ${beforeCopyId}`).digest("hex");
  return idPrefix("database") + BigInt(`0x${digest}`).toString(36).padStart(LENGTH, "0").slice(-LENGTH);
}
