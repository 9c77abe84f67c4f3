import { defineScimRoute } from "@/lib/http/scim/define-scim-route";
import { describeResourceTypes, listAll } from "@/lib/sign-in/scim/schema/describe";
import { scimBaseUrl } from "@/lib/sign-in/scim/tokens/resource";

export const GET = defineScimRoute("listScimResourceTypes", async (ctx) => ({
  status: 200,
  body: listAll(describeResourceTypes(scimBaseUrl(ctx))),
}));
