import { ServiceError } from "@/lib/core/errors";
import { FindProjectsInput, findProjectsByName } from "@/lib/sign-in/projects/find-by-name";
import { organisationHandler } from "@/lib/web/define-dashboard-handler";

/** Returns the projects whose names contain `?name=`, for the command palette and for choosing one. */
export const GET = organisationHandler("findProjects", {}, async (ctx, { organisationId }, { request }) => {
  const name = new URL(request.url).searchParams.get("name") ?? "";
  const input = FindProjectsInput.safeParse({ organisationId, name });
  if (!input.success) throw new ServiceError("invalid_request", "A name can be at most 64 characters.");
  return { items: await findProjectsByName(ctx, input.data) };
});
