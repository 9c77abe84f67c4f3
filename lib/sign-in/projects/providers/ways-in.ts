import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import type { ProjectSettings } from "../settings";

/** Returns whether a project's own methods let users in, apart from providers. */
export function hasOwnWayIn({ methods }: ProjectSettings): boolean {
  return methods.password || methods.magicLink || methods.emailOtp || methods.passkey;
}

/** Throws `conflict` if no method and no provider is left by which a user could sign in. */
export async function requireWayIn(tx: Context, projectId: string, settings: ProjectSettings): Promise<void> {
  if (hasOwnWayIn(settings)) return;
  if ((await tx.db.projectProvider.count({ where: { projectId, isEnabled: true } })) > 0) return;
  throw new ServiceError("conflict", "No one could sign in any more. Turn on another method or provider first.");
}
