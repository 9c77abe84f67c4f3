import { defineScimRoute } from "@/lib/http/scim/define-scim-route";
import { patchScimUser } from "@/lib/sign-in/scim/users/patch";
import { removeScimUser } from "@/lib/sign-in/scim/users/remove";
import { replaceScimUser } from "@/lib/sign-in/scim/users/replace";
import { showScimUser } from "@/lib/sign-in/scim/users/show";

export const GET = defineScimRoute("getScimUser", async (ctx, { params, projection }) => ({
  status: 200,
  body: projection.apply(await showScimUser(ctx, { userId: params.userId ?? "" })),
}));

export const PUT = defineScimRoute("replaceScimUser", async (ctx, { params, body, ifMatch, projection }) => ({
  status: 200,
  body: projection.apply(await replaceScimUser(ctx, { userId: params.userId ?? "", body, ifMatch })),
}));

export const PATCH = defineScimRoute("patchScimUser", async (ctx, { params, body, ifMatch, projection }) => ({
  status: 200,
  body: projection.apply(await patchScimUser(ctx, { userId: params.userId ?? "", body, ifMatch })),
}));

export const DELETE = defineScimRoute("deleteScimUser", async (ctx, { params, ifMatch }) => {
  await removeScimUser(ctx, { userId: params.userId ?? "", ifMatch });
  return { status: 204, body: null };
});
