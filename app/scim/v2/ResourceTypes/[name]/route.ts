import { defineScimRoute } from "@/lib/http/scim/define-scim-route";
import { describeResourceTypes, oneOf } from "@/lib/sign-in/scim/schema/describe";
import { scimBaseUrl } from "@/lib/sign-in/scim/tokens/resource";

export const GET = defineScimRoute("getScimResourceType", async (ctx, { params }) => ({
  status: 200,
  body: oneOf(describeResourceTypes(scimBaseUrl(ctx)), params.name ?? ""),
}));
