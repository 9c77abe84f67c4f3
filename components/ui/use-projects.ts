"use client";

import type { Project } from "@/lib/sign-in/projects/resource";
import { useFound } from "./use-found";

type NamedProject = Pick<Project, "id" | "name">;

/** Returns at most fifty projects of an organisation whose names contain `name`; none without `organisationId`. */
export function useProjects(organisationId: string | null, name: string): readonly NamedProject[] {
  return useFound(organisationId && `/dashboard/${organisationId}/projects/search`, name);
}
