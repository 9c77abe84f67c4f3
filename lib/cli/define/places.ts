import { findOrganisationId } from "@/lib/people/organisations/find";
import { findProject, type ProjectAddress } from "@/lib/sign-in/projects/find";
import { findUserByOwner } from "@/lib/sign-in/users/find-by-owner";
import type { UserAddress } from "@/lib/sign-in/users/user-address";
import { definePlace, given } from "./place";
import { UNNAMED } from "./words";

const PROJECT = { flags: "--project <project>", help: "the project, by ID or exact name" };

/** The place of a command about the whole installation. */
export const anywhere = definePlace<unknown>({
  ...UNNAMED,
  find: async () => ({}),
});

export const organisation = definePlace<{ organisationId: string }>({
  ...{ args: "<org>", options: [], example: { args: "Acme", options: "" }, keys: ["organisationId"] },
  find: async (ctx, names) => ({ organisationId: await findOrganisationId(ctx, given(names, "org")) }),
});

export const project = definePlace<ProjectAddress>({
  ...{ args: "<project>", options: [], example: { args: "Shop", options: "" }, keys: ["organisationId", "projectId"] },
  find: (ctx, names) => findProject(ctx, given(names, "project")),
});

/** A project that an option names, with the organisation that it belongs to. */
export const projectAddress = definePlace<ProjectAddress>({
  ...{ ...project, args: "", options: [PROJECT], example: { args: "", options: "--project Shop" } },
});

/** A project that an option names. */
export const inProject = definePlace<{ projectId: string }>({
  ...{ ...projectAddress, keys: ["projectId"] },
  find: async (ctx, names) => ({ projectId: (await project.find(ctx, names)).projectId }),
});

export const bucket = inProject.within("bucket", "bucket", "avatars");

export const user = inProject.found<UserAddress>("user", "ada@example.com", ["projectId", "userId"], findUserByOwner);
