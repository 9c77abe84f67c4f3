import { defineScimRoute } from "@/lib/http/scim/define-scim-route";
import { createScimGroup } from "@/lib/sign-in/scim/groups/create";
import { listScimGroups } from "@/lib/sign-in/scim/groups/list";

export const GET = defineScimRoute("listScimGroups", async (ctx, { query }) => ({
  status: 200,
  body: await listScimGroups(ctx, query),
}));

export const POST = defineScimRoute("createScimGroup", async (ctx, { body, projection }) => ({
  status: 201,
  body: projection.apply(await createScimGroup(ctx, { body, projection })),
}));
