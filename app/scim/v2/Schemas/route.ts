import { defineScimRoute } from "@/lib/http/scim/define-scim-route";
import { describeSchemas, listAll } from "@/lib/sign-in/scim/schema/describe";
import { scimBaseUrl } from "@/lib/sign-in/scim/tokens/resource";

export const GET = defineScimRoute("listScimSchemas", async (ctx) => ({
  status: 200,
  body: listAll(describeSchemas(scimBaseUrl(ctx))),
}));
