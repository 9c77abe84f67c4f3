import { listPastRestores } from "@/lib/hosting/past-restores/list";
import { PastRestoreFields, requestPastRestore } from "@/lib/hosting/past-restores/request";
import { PastRestore, PastRestores } from "@/lib/hosting/past-restores/resource";
import { defineRoute } from "@/lib/http/api/define-route";
import { MANAGEMENT_BODY_BYTES } from "@/lib/http/definition";

export const GET = defineRoute(
  {
    operationId: "listPastRestores",
    summary: "List the times that a database can be restored to",
    description: "The times as which the database can be restored, and the restores from it, newest first, at most 50.",
    tag: "branches",
    auth: "management-key",
    permission: "databases:read",
    resource: "restores",
    params: { databaseId: "database" },
    reply: { 200: PastRestores },
    errors: ["database_not_found"],
  },
  listPastRestores,
);

export const POST = defineRoute(
  {
    operationId: "createPastRestore",
    summary: "Restore a database to a time",
    description:
      "Makes a branch of the database as it was at any second that is kept. The database stays as it is and in " +
      "use. The branch is `provisioning` until it's restored, which takes minutes; one is restored at a time.",
    tag: "branches",
    auth: "management-key",
    permission: "databases:write",
    resource: "restores",
    params: { databaseId: "database" },
    body: PastRestoreFields,
    maxBytes: MANAGEMENT_BODY_BYTES,
    reply: { 202: PastRestore },
    errors: [
      ...(["database_not_found", "not_configured", "time_not_restorable", "limit_reached"] as const),
      ...(["name_taken", "database_not_ready", "host_unavailable"] as const),
    ],
  },
  requestPastRestore,
);
