import { defineScimRoute } from "@/lib/http/scim/define-scim-route";
import { patchScimGroup } from "@/lib/sign-in/scim/groups/patch";
import { removeScimGroup } from "@/lib/sign-in/scim/groups/remove";
import { replaceScimGroup } from "@/lib/sign-in/scim/groups/replace";
import { showScimGroup } from "@/lib/sign-in/scim/groups/show";

export const GET = defineScimRoute("getScimGroup", async (ctx, { params, projection }) => ({
  status: 200,
  body: projection.apply(await showScimGroup(ctx, { groupId: params.groupId ?? "", projection })),
}));

export const PUT = defineScimRoute("replaceScimGroup", async (ctx, { params, body, ifMatch, projection }) => {
  const request = { groupId: params.groupId ?? "", body, ifMatch, projection };
  return { status: 200, body: projection.apply(await replaceScimGroup(ctx, request)) };
});

export const PATCH = defineScimRoute("patchScimGroup", async (ctx, { params, body, ifMatch }) => {
  await patchScimGroup(ctx, { groupId: params.groupId ?? "", body, ifMatch });
  return { status: 204, body: null };
});

export const DELETE = defineScimRoute("deleteScimGroup", async (ctx, { params, ifMatch }) => {
  await removeScimGroup(ctx, { groupId: params.groupId ?? "", ifMatch });
  return { status: 204, body: null };
});
