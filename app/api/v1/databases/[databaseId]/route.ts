import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { getDatabase } from "@/lib/hosting/databases/get";
import { Database, DeletedDatabase } from "@/lib/hosting/databases/resource";
import { defineRoute } from "@/lib/http/api/define-route";
import { MANAGEMENT_BODY_BYTES } from "@/lib/http/definition";

export const GET = defineRoute(
  {
    operationId: "getDatabase",
    summary: "Fetch one database",
    tag: "databases",
    auth: "management-key",
    permission: "databases:read",
    resource: "databases",
    params: { databaseId: "database" },
    reply: { 200: Database },
    errors: ["database_not_found"],
  },
  getDatabase,
);

export const DELETE = defineRoute(
  {
    operationId: "deleteDatabase",
    summary: "Delete a database or branch",
    description: "Deletes it with everything in it. Branches taken from it live on. A repeat answers 404.",
    tag: "databases",
    auth: "management-key",
    permission: "databases:write",
    resource: "databases",
    params: { databaseId: "database" },
    maxBytes: MANAGEMENT_BODY_BYTES,
    reply: { 200: DeletedDatabase },
    errors: ["database_not_found", "database_not_ready", "host_unavailable"],
  },
  deleteDatabase,
);
