import { ServiceError } from "@/lib/core/errors";
import { listUsersByOwner } from "@/lib/sign-in/users/list-by-owner";
import { ListUsersInput } from "@/lib/sign-in/users/list-input";
import { projectHandler } from "@/lib/web/define-dashboard-handler";

const MOST = 8;

/** Returns the users whose address or name starts with `?name=`, for the command palette. */
export const GET = projectHandler("findUsers", {}, async (ctx, { projectId }, { request }) => {
  const search = new URL(request.url).searchParams.get("name") ?? "";
  const input = ListUsersInput.safeParse({ search, limit: MOST });
  if (!input.success) throw new ServiceError("invalid_request", "This can't be searched for.");
  const { items } = await listUsersByOwner(ctx, { ...input.data, projectId });
  return { items: items.map(({ id, email, name }) => ({ id, email, name })) };
});
