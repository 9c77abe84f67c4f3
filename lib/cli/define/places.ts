import { findOrganisationId } from "@/lib/people/organisations/find";
import { findProject, type ProjectAddress } from "@/lib/sign-in/projects/find";
import { findUserByOwner } from "@/lib/sign-in/users/find-by-owner";
import type { UserAddress } from "@/lib/sign-in/users/user-address";
import { found, given, type Place, within } from "./place";

const PROJECT_KEYS = ["organisationId", "projectId"] as const;
const PROJECT = { flags: "--project <project>", help: "the project, by ID or exact name" };

/** The place of a command about the whole installation. */
export const anywhere: Place<unknown> = {
  ...{ args: "", options: [], example: { args: "", options: "" }, keys: [] },
  find: async () => ({}),
};

export const organisation: Place<{ organisationId: string }> = {
  ...{ args: "<org>", options: [], example: { args: "Acme", options: "" }, keys: ["organisationId"] },
  find: async (ctx, names) => ({ organisationId: await findOrganisationId(ctx, given(names, "org")) }),
};

export const project: Place<ProjectAddress> = {
  ...{ args: "<project>", options: [], example: { args: "Shop", options: "" }, keys: PROJECT_KEYS },
  find: (ctx, names) => findProject(ctx, given(names, "project")),
};

/** A project that an option names, with the organisation that it belongs to. */
export const projectAddress: Place<ProjectAddress> = {
  ...{ args: "", options: [PROJECT], example: { args: "", options: "--project Shop" }, keys: PROJECT_KEYS },
  find: project.find,
};

/** A project that an option names. */
export const inProject: Place<{ projectId: string }> = {
  ...{ ...projectAddress, keys: ["projectId"] },
  find: async (ctx, names) => ({ projectId: (await project.find(ctx, names)).projectId }),
};

export const bucket = within(inProject, "bucket", "bucket", "avatars");

export const user: Place<UserAddress> = found(
  inProject,
  "user",
  "ada@example.com",
  ["projectId", "userId"],
  findUserByOwner,
);
