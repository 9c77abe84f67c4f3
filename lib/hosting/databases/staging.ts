import { createHash } from "node:crypto";
import { idPrefix } from "@/lib/core/ids";

const LENGTH = 20;

/** Returns the name of a restore's clone until it becomes the database. It is derived, so it need not be stored. */
export function stagingIdOf(beforeCopyId: string): string {
  const digest = createHash("sha256").update(`staging ${beforeCopyId}`).digest("hex");
  return idPrefix("database") + BigInt(`0x${digest}`).toString(36).padStart(LENGTH, "0").slice(-LENGTH);
}
