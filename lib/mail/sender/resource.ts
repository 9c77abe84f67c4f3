import type { SecretPlace } from "@/lib/crypto/seal";

/** Where the private key of a project's domain is sealed to. */
export function dkimKeyPlace(projectId: string): SecretPlace {
  return { table: "sender_domain", column: "dkim_private_key", rowId: projectId };
}
