import { defineRoute } from "@/lib/http/api/define-route";
import { SSO_CONNECTION_ROUTE } from "@/lib/http/api/sso-routes";
import { MANAGEMENT_BODY_BYTES } from "@/lib/http/definition";
import { CreateSetUpLinkInput, createSetUpLink, SetUpLink } from "@/lib/sign-in/sso/set-up/create-link";

export const POST = defineRoute(
  {
    ...SSO_CONNECTION_ROUTE,
    operationId: "createSsoSetUpLink",
    summary: "Create a set-up link for a company's administrator",
    description:
      "By the link, the company's administrator sets the connection up without an account. The first browser that opens it has it. An earlier link stops working.",
    serverKeyScope: "admin",
    body: CreateSetUpLinkInput,
    maxBytes: MANAGEMENT_BODY_BYTES,
    reply: { 200: SetUpLink },
  },
  createSetUpLink,
);
