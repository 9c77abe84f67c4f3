import { defineRoute } from "@/lib/http/api/define-route";
import { SCIM_TOKEN_ROUTE } from "@/lib/http/api/sso-routes";
import { MANAGEMENT_BODY_BYTES } from "@/lib/http/definition";
import { CreatedScimToken } from "@/lib/sign-in/scim/tokens/resource";
import { RotateScimTokenInput, rotateScimToken } from "@/lib/sign-in/scim/tokens/rotate";

export const POST = defineRoute(
  {
    ...SCIM_TOKEN_ROUTE,
    operationId: "rotateScimToken",
    summary: "Rotate a SCIM token",
    description: "Returns a new token. The old one stays valid for a while, so that no request of the directory fails.",
    serverKeyScope: "admin",
    body: RotateScimTokenInput,
    maxBytes: MANAGEMENT_BODY_BYTES,
    reply: { 201: CreatedScimToken },
    errors: ["sso_connection_not_found", "not_found", "conflict"],
  },
  rotateScimToken,
);
