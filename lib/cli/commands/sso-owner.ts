import type { Command } from "commander";
import { UsageError } from "@/lib/cli/command-line";
import type { Context } from "@/lib/core/context";
import { findOrganisationId } from "@/lib/people/organisations/find";
import { connectionsOf } from "@/lib/people/sso/owner";
import { findProject } from "@/lib/sign-in/projects/find";
import type { ConnectionOwner } from "@/lib/sign-in/sso/connections/authorise";

export interface OwnerOptions {
  project?: string;
  organisation?: string;
}

/** Adds the options that say whose a connection is. */
export function addOwnerOptions(command: Command): Command {
  return command
    .option("--project <project>", "the project")
    .option("--organisation <organisation>", "in place of a project: whose members sign in to the dashboard by it");
}

/** Returns the owner that the options name. Throws `UsageError` for both or neither. */
export async function findOwner(ctx: Context, { project, organisation }: OwnerOptions): Promise<ConnectionOwner> {
  if (project !== undefined && organisation === undefined) {
    return { projectId: (await findProject(ctx, project)).projectId };
  }
  if (project !== undefined || organisation === undefined) {
    throw new UsageError("Give either --project or --organisation.");
  }
  return connectionsOf(ctx, await findOrganisationId(ctx, organisation));
}
