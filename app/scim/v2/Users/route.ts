import { defineScimRoute } from "@/lib/http/scim/define-scim-route";
import { createScimUser } from "@/lib/sign-in/scim/users/create";
import { listScimUsers } from "@/lib/sign-in/scim/users/list";

export const GET = defineScimRoute("listScimUsers", async (ctx, { query }) => ({
  status: 200,
  body: await listScimUsers(ctx, query),
}));

export const POST = defineScimRoute("createScimUser", async (ctx, { body, projection }) => ({
  status: 201,
  body: projection.apply(await createScimUser(ctx, { body })),
}));
