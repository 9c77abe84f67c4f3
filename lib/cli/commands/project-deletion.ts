import { anywhere, project } from "@/lib/cli/define/places";
import { formatMoment } from "@/lib/cli/values";
import { deleteProject } from "@/lib/sign-in/projects/delete";
import { findDeletedProject } from "@/lib/sign-in/projects/find";
import { releaseHold } from "@/lib/sign-in/projects/hold";
import { restoreProject } from "@/lib/sign-in/projects/restore";

/** A project that may be deleted, which its ID alone names. */
const byId = anywhere.within("project", "projectId", "p_4k9x2m7q1w8e5r3t6y0u");

export const deletionCommands = [
  project.verb("delete", {
    description: "Delete a project: no one can sign in. It can be restored for 30 days.",
    run: deleteProject,
    print: ({ name, id, restorableUntil }) =>
      `Deleted ${name} (${id}). It can be restored until ${formatMoment(restorableUntil)} UTC.`,
  }),
  byId.verb("restore", {
    description: "Restore a deleted project, by ID, with its users, keys and settings.",
    run: async (ctx, { projectId }) => restoreProject(ctx, await findDeletedProject(ctx, projectId)),
    print: ({ name, id }) => `Restored ${name} (${id}).`,
  }),
  byId.verb("release-hold", {
    description:
      "Release the held data of a project, by ID, after a report of child sexual abuse material: it can be deleted for good then.",
    run: releaseHold,
    print: ({ name, id }) => `Nothing is held of ${name} (${id}) any more.`,
  }),
];
