import "server-only";
import { notFound } from "next/navigation";
import { cache } from "react";
import { ERRORS } from "@/lib/core/error-table";
import { ServiceError } from "@/lib/core/errors";
import type { ProjectDetails } from "@/lib/sign-in/projects/resource";
import { showProject } from "@/lib/sign-in/projects/show";
import { type CurrentMember, requireMember } from "./current-member";

export interface CurrentProject extends CurrentMember {
  project: ProjectDetails;
}

/** Returns the project of the page, or `null` when the organisation has none of this id; reads it once in a request. */
export const findCurrentProject = cache(
  async (organisationId: string, projectId: string): Promise<ProjectDetails | null> => {
    const { ctx } = await requireMember(organisationId);
    try {
      return await showProject(ctx, { organisationId, projectId });
    } catch (error) {
      if (error instanceof ServiceError && ERRORS[error.code].status === 404) return null;
      throw error;
    }
  },
);

/** Shows strangers the not-found page. */
export async function requireProjectPage(organisationId: string, projectId: string): Promise<CurrentProject> {
  const current = await requireMember(organisationId);
  const project = await findCurrentProject(organisationId, projectId);
  if (!project) notFound();
  return { ...current, project };
}
