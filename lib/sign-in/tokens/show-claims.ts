import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { requireProject } from "../project-keys/authorise";
import { readSettings } from "../projects/stored-settings";
import type { Metadata } from "../session-user";
import { getUserInProject, READ_USERS, type UserAddress } from "../users/user-address";
import { userClaims } from "./claims";

/** Returns the claims about a user that a token of now would have. Throws `project_not_found`, `user_not_found`. */
export async function showUserClaims(ctx: Context, address: UserAddress): Promise<Record<string, unknown>> {
  const { settings } = await requireProject(ctx, address.projectId, READ_USERS);
  const user = await getUserInProject(ctx, address);
  const claims = userClaims(readSettings(settings), { ...user, publicMetadata: user.publicMetadata as Metadata });
  if (claims) return claims;
  throw new ServiceError("conflict", "The project's own claims are too large for a token of this user.");
}
