import { createDatabase } from "@/lib/hosting/databases/create";
import { listDatabases } from "@/lib/hosting/databases/list";
import { NamedInput } from "@/lib/hosting/databases/name";
import { Database, DatabaseList } from "@/lib/hosting/databases/resource";
import { defineRoute } from "@/lib/http/api/define-route";
import { MANAGEMENT_BODY_BYTES } from "@/lib/http/definition";

export const GET = defineRoute(
  {
    operationId: "listDatabases",
    summary: "List databases",
    description: "Every database of the organisation, branches among them, oldest first. Not paginated.",
    tag: "databases",
    auth: "management-key",
    permission: "databases:read",
    resource: "databases",
    reply: { 200: DatabaseList },
  },
  listDatabases,
);

export const POST = defineRoute(
  {
    operationId: "createDatabase",
    summary: "Create a database",
    description: "Answers at once with status `provisioning`; the database is `ready` well under a second later.",
    tag: "databases",
    auth: "management-key",
    permission: "databases:write",
    resource: "databases",
    body: NamedInput,
    maxBytes: MANAGEMENT_BODY_BYTES,
    reply: { 201: Database },
    errors: ["limit_reached", "name_taken", "host_unavailable"],
  },
  createDatabase,
);
