import { defineRoute } from "@/lib/http/api/define-route";
import { SSO_CONNECTION_ROUTE } from "@/lib/http/api/sso-routes";
import { SsoConnection } from "@/lib/sign-in/sso/connections/resource";
import { rotateSsoKey } from "@/lib/sign-in/sso/connections/rotate-key";

export const POST = defineRoute(
  {
    ...SSO_CONNECTION_ROUTE,
    operationId: "rotateSsoKey",
    summary: "Replace the own key of a connection",
    description:
      "Makes a second key. Metadata has both certificates; the old key signs and either decrypts, until the rotation is ended. One that is under way keeps its key.",
    serverKeyScope: "admin",
    reply: { 200: SsoConnection },
    errors: ["sso_connection_not_found", "conflict"],
  },
  rotateSsoKey,
);
