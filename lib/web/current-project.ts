import "server-only";
import { notFound } from "next/navigation";
import { cache } from "react";
import type { Permission } from "@/lib/core/access/permissions";
import type { ProjectDetails } from "@/lib/sign-in/projects/resource";
import { showProject } from "@/lib/sign-in/projects/show";
import { bindTo } from "./bind-to";
import { requireMember } from "./current-member";
import { pagesOf } from "./define-page";
import { orNull } from "./or-not-found";
import { placeAddress } from "./place-address";

/** Returns the project of the page, or `null` when the organisation has none of this id; reads it once in a request. */
export const findCurrentProject = cache(
  async (organisationId: string, projectId: string): Promise<ProjectDetails | null> => {
    const { ctx } = await requireMember(organisationId);
    return orNull(() => showProject(ctx, { organisationId, projectId }));
  },
);

export interface ProjectPlace {
  organisationId: string;
  projectId: string;
}

export type CurrentProject = Awaited<ReturnType<typeof enterProject>>;

/** Shows strangers the not-found page. `may` says whether the member may do something to the project now. */
export async function enterProject({ organisationId, projectId }: ProjectPlace) {
  const current = await requireMember(organisationId);
  const project = (await findCurrentProject(organisationId, projectId)) ?? notFound();
  const may = (permission: Permission) => project.status === "active" && current.can(permission);
  const home = placeAddress({ organisationId, projectId });
  return { ...current, project, may, here: bindTo(organisationId, projectId), home };
}

/** Defines a page of a project. */
export const projectPage = pagesOf(enterProject);
