import type { Context } from "@/lib/core/context";
import { createProject } from "@/lib/sign-in/projects/create";
import type { ProjectDetails } from "@/lib/sign-in/projects/resource";
import { makeContext, type TestOrganisation } from "./context";

/** A project of the organisation, made by the operator. */
export async function insertProject(
  organisation: TestOrganisation,
  options: { name?: string; settings?: unknown; operator?: Context } = {},
): Promise<ProjectDetails> {
  const ctx = options.operator ?? (await makeContext());
  const name = options.name ?? `Shop ${ctx.requestId.slice(-6)}`;
  return createProject(ctx, { organisationId: organisation.id, name, settings: options.settings });
}
