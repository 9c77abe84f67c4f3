import { createBranch } from "@/lib/hosting/branches/create";
import { listBranches } from "@/lib/hosting/branches/list";
import { NamedInput } from "@/lib/hosting/databases/name";
import { BranchList, CreatedBranch } from "@/lib/hosting/databases/resource";
import { defineRoute } from "@/lib/http/api/define-route";
import { MANAGEMENT_BODY_BYTES } from "@/lib/http/definition";

export const GET = defineRoute(
  {
    operationId: "listBranches",
    summary: "List the branches of a database",
    description: "Every branch taken from this database, oldest first. Not paginated.",
    tag: "branches",
    auth: "management-key",
    permission: "databases:read",
    resource: "branches",
    params: { databaseId: "database" },
    reply: { 200: BranchList },
    errors: ["database_not_found"],
  },
  listBranches,
);

export const POST = defineRoute(
  {
    operationId: "createBranch",
    summary: "Take a branch of a database",
    description:
      "Copies the database into a new one with a credential of its own. The parent accepts no connection while it is " +
      "copied and its sessions are ended; `terminatedBackends` counts them.",
    tag: "branches",
    auth: "management-key",
    permission: "databases:write",
    resource: "branches",
    params: { databaseId: "database" },
    body: NamedInput,
    maxBytes: MANAGEMENT_BODY_BYTES,
    reply: { 201: CreatedBranch },
    errors: ["database_not_found", "limit_reached", "name_taken", "database_not_ready", "host_unavailable"],
  },
  createBranch,
);
