"use server";

import { createShellConnection, type ShellConnection } from "@/lib/hosting/shell-connections/create";
import { type Outcome, perform } from "@/lib/web/action-failure";
import { requireMember } from "@/lib/web/current-member";

/** Every argument comes from the browser: the verb checks who may do this, and reaches rows by their organisation. */
export async function openShell(organisationId: string, databaseId: string): Promise<Outcome<ShellConnection>> {
  const { ctx } = await requireMember(organisationId);
  return perform(() => createShellConnection(ctx, { databaseId }));
}
