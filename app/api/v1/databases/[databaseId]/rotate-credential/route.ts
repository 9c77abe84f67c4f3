import { rotateCredential } from "@/lib/hosting/credentials/rotate";
import { RotatedCredential } from "@/lib/hosting/databases/resource";
import { defineRoute } from "@/lib/http/api/define-route";
import { MANAGEMENT_BODY_BYTES } from "@/lib/http/definition";

export const POST = defineRoute(
  {
    operationId: "rotateCredential",
    summary: "Rotate the credential",
    description: "Sets a new password, ends every open connection, and answers with the new connection string.",
    tag: "credentials",
    auth: "management-key",
    permission: "databases:write",
    resource: "rotate-credential",
    params: { databaseId: "database" },
    maxBytes: MANAGEMENT_BODY_BYTES,
    reply: { 200: RotatedCredential },
    errors: ["database_not_found", "database_not_ready", "host_unavailable"],
  },
  rotateCredential,
);
