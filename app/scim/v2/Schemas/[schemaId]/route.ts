import { defineScimRoute } from "@/lib/http/scim/define-scim-route";
import { describeSchemas, oneOf } from "@/lib/sign-in/scim/schema/describe";
import { scimBaseUrl } from "@/lib/sign-in/scim/tokens/resource";

export const GET = defineScimRoute("getScimSchema", async (ctx, { params }) => ({
  status: 200,
  body: oneOf(describeSchemas(scimBaseUrl(ctx)), params.schemaId ?? ""),
}));
