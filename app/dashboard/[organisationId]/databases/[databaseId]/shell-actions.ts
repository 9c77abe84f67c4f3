"use server";

import { DatabaseInput } from "@/lib/hosting/databases/name";
import { createShellConnection } from "@/lib/hosting/shell-connections/create";
import { defineAction } from "@/lib/web/define-action";

export const openShell = defineAction(
  { operationId: "dashboardOpenShellConnection", input: DatabaseInput, args: ["databaseId"] },
  createShellConnection,
);
