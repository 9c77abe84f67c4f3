import { defineScimRoute } from "@/lib/http/scim/define-scim-route";
import { MAX_RESULTS } from "@/lib/sign-in/scim/list-response";
import { describeProvider } from "@/lib/sign-in/scim/schema/describe";
import { scimBaseUrl } from "@/lib/sign-in/scim/tokens/resource";

export const GET = defineScimRoute("getScimProviderConfig", async (ctx) => ({
  status: 200,
  body: describeProvider(scimBaseUrl(ctx), { maxResults: MAX_RESULTS }),
}));
