import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { ConnectionString } from "@/lib/hosting/databases/resource";
import { defineRoute } from "@/lib/http/api/define-route";

export const GET = defineRoute(
  {
    operationId: "revealConnectionString",
    summary: "Reveal the connection string",
    description: "Needs a read-write key although it is a GET, and is recorded in the audit log.",
    tag: "credentials",
    auth: "management-key",
    permission: "credentials:reveal",
    resource: "connection-string",
    params: { databaseId: "database" },
    reply: { 200: ConnectionString },
    errors: ["database_not_found", "database_not_ready", "conflict"],
  },
  revealConnectionString,
);
