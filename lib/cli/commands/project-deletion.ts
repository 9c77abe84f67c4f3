import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatTable } from "@/lib/cli/table";
import { formatMoment } from "@/lib/cli/values";
import { deleteProject } from "@/lib/sign-in/projects/delete";
import { findDeletedProject, findProject } from "@/lib/sign-in/projects/find";
import { releaseHold } from "@/lib/sign-in/projects/hold";
import type { DeletedProject } from "@/lib/sign-in/projects/resource";
import { restoreProject } from "@/lib/sign-in/projects/restore";

export function addDeletionCommands(tree: CommandTree, noun: Parameters<typeof addVerb>[1]): void {
  addVerb(tree, noun, {
    usage: "delete <project>",
    description: "Delete a project: no one can sign in. It can be restored for 30 days.",
    examples: ["coppice project delete Shop"],
    run: async (args) => {
      const deleted = await tree.line.withSession(async ({ ctx }) =>
        deleteProject(ctx, await findProject(ctx, argument(args, 0))),
      );
      const until = formatMoment(deleted.restorableUntil);
      return {
        json: deleted,
        text: `Deleted ${deleted.name} (${deleted.id}). It can be restored until ${until} UTC.\n`,
      };
    },
  });
  addVerb(tree, noun, {
    usage: "restore <project>",
    description: "Restore a deleted project, by ID, with its users, keys and settings.",
    examples: ["coppice project restore p_4k9x2m7q1w8e5r3t6y0u"],
    run: async (args) => {
      const restored = await tree.line.withSession(async ({ ctx }) =>
        restoreProject(ctx, await findDeletedProject(ctx, argument(args, 0))),
      );
      return { json: restored, text: `Restored ${restored.name} (${restored.id}).\n` };
    },
  });
  addVerb(tree, noun, {
    usage: "release-hold <project>",
    description:
      "Release the held data of a project, by ID, after a report of child sexual abuse material: it can be deleted for good then.",
    examples: ["coppice project release-hold p_4k9x2m7q1w8e5r3t6y0u"],
    run: async (args) => {
      const projectId = argument(args, 0);
      const released = await tree.line.withSession(({ ctx }) => releaseHold(ctx, { projectId }));
      return { json: released, text: `Nothing is held of ${released.name} (${released.id}) any more.\n` };
    },
  });
}

export function deletedTableOf(items: readonly DeletedProject[]): string {
  return formatTable(
    ["ID", "NAME", "DELETED (UTC)", "CAN BE RESTORED UNTIL (UTC)"],
    items.map(({ id, name, deletedAt, restorableUntil }) => [
      id,
      name,
      formatMoment(deletedAt),
      formatMoment(restorableUntil),
    ]),
  );
}
