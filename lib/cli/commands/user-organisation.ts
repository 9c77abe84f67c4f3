import { type Command, Option } from "commander";
import type { CommandResult } from "@/lib/cli/command-line";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatFields, formatTable } from "@/lib/cli/table";
import { formatMoment, parsePageSize } from "@/lib/cli/values";
import type { Context } from "@/lib/core/context";
import { findProject } from "@/lib/sign-in/projects/find";
import {
  CreateOrganisationByOwnerInput,
  createOrganisationByOwner,
} from "@/lib/sign-in/user-organisations/create-by-owner";
import { deleteOrganisationByOwner } from "@/lib/sign-in/user-organisations/delete-by-owner";
import { findOrganisationByOwner } from "@/lib/sign-in/user-organisations/find-by-owner";
import { ListOrganisationsInput, listOrganisationsByOwner } from "@/lib/sign-in/user-organisations/list-by-owner";
import { listMembersByOwner } from "@/lib/sign-in/user-organisations/list-members-by-owner";
import type { OrganisationAddress } from "@/lib/sign-in/user-organisations/owned-organisation";
import { showOrganisationByOwner } from "@/lib/sign-in/user-organisations/show-by-owner";
import {
  UpdateOrganisationByOwnerInput,
  updateOrganisationByOwner,
} from "@/lib/sign-in/user-organisations/update-by-owner";
import { findUserByOwner } from "@/lib/sign-in/users/find-by-owner";
import { addUserOrganisationMembers } from "./user-organisation-members";

interface ProjectOption {
  project: string;
}

/** Adds the commands for the organisations of a project's users. */
export function addUserOrganisationCommands(tree: CommandTree, noun: Command): void {
  addList(tree, noun);
  addCreate(tree, noun);
  addUpdate(tree, noun);
  addOne(tree, noun, "show", "Show an organisation with its members and pending invitations.", show);
  addOne(tree, noun, "delete", "Delete an organisation with its memberships and invitations.", async (ctx, address) => {
    const deleted = await deleteOrganisationByOwner(ctx, address);
    return { json: deleted, text: `Deleted ${deleted.slug}.\n` };
  });
  addUserOrganisationMembers(tree, noun);
}

function addList(tree: CommandTree, noun: Command): void {
  addVerb<ProjectOption & { search?: string; before?: string; limit: number }>(tree, noun, {
    usage: "list",
    description: "List organisations of users, newest first.",
    examples: ["coppice user-org list --project Shop", "coppice user-org list --project Shop --search acme"],
    options: (command) =>
      command
        .requiredOption("--project <project>", "the project")
        .option("--search <text>", "the start of a name or slug; or an ID")
        .option("--before <cursor>", "continue where the previous list ended")
        .addOption(new Option("--limit <n>", "1 to 1000").argParser(parsePageSize).default(100)),
    run: async (_args, { project, ...filter }) => {
      const input = ListOrganisationsInput.parse(filter);
      const page = await tree.line.withSession(async ({ ctx }) =>
        listOrganisationsByOwner(ctx, { ...input, projectId: (await findProject(ctx, project)).projectId }),
      );
      const rows = page.items.map(({ id, slug, name, members, createdAt }) => {
        return [id, slug, name, String(members), formatMoment(createdAt)];
      });
      const more = page.nextCursor === null ? "" : `More: --before ${page.nextCursor}\n`;
      return { json: page, text: formatTable(["id", "slug", "name", "members", "created (UTC)"], rows) + more };
    },
  });
}

function addCreate(tree: CommandTree, noun: Command): void {
  addVerb<ProjectOption & { name: string; owner: string }>(tree, noun, {
    usage: "create <slug>",
    description: "Create an organisation that a user owns.",
    examples: ["coppice user-org create acme --project Shop --name Acme --owner ada@example.com"],
    options: (command) =>
      command
        .requiredOption("--project <project>", "the project")
        .requiredOption("--name <name>", "its name")
        .requiredOption("--owner <user>", "the user who owns it, by ID or e-mail address"),
    run: async (args, { project, name, owner }) => {
      const made = await tree.line.withSession(async ({ ctx }) => {
        const { projectId } = await findProject(ctx, project);
        const { userId: ownerId } = await findUserByOwner(ctx, { projectId }, owner);
        const input = CreateOrganisationByOwnerInput.parse({ slug: argument(args, 0), name, ownerId });
        return createOrganisationByOwner(ctx, { ...input, projectId });
      });
      return { json: made, text: `Created ${made.slug} (${made.id}).\n` };
    },
  });
}

function addUpdate(tree: CommandTree, noun: Command): void {
  addVerb<ProjectOption & { name?: string; slug?: string }>(tree, noun, {
    usage: "update <organisation>",
    description: "Change an organisation's name or slug.",
    examples: ["coppice user-org update acme --project Shop --name 'Acme Ltd'"],
    options: (command) =>
      command
        .requiredOption("--project <project>", "the project")
        .option("--name <name>", "the new name")
        .option("--slug <slug>", "the new slug"),
    run: async (args, { project, ...fields }) => {
      const input = UpdateOrganisationByOwnerInput.parse(fields);
      const updated = await tree.line.withSession(async ({ ctx }) => {
        const address = await findOrganisationByOwner(ctx, await findProject(ctx, project), argument(args, 0));
        return updateOrganisationByOwner(ctx, { ...address, ...input });
      });
      return { json: updated, text: `Updated ${updated.slug}.\n` };
    },
  });
}

async function show(ctx: Context, address: OrganisationAddress): Promise<CommandResult> {
  const organisation = await showOrganisationByOwner(ctx, address);
  const { items } = await listMembersByOwner(ctx, { ...address, limit: 100 });
  const text = formatFields([
    ["id", organisation.id],
    ["slug", organisation.slug],
    ["name", organisation.name],
    ["created (UTC)", formatMoment(organisation.createdAt)],
    ["members", String(organisation.members)],
    ...items.map(({ role, user }): [string, string] => [role, `${user.email}  ${user.id}`]),
    ...organisation.invitations.map(({ id, email, role }): [string, string] => ["invited", `${email}  ${role}  ${id}`]),
  ]);
  return { json: { ...organisation, firstMembers: items }, text };
}

/** Adds a verb that concerns one organisation. */
function addOne(
  tree: CommandTree,
  noun: Command,
  verb: string,
  description: string,
  work: (ctx: Context, address: OrganisationAddress) => Promise<CommandResult>,
): void {
  addVerb<ProjectOption>(tree, noun, {
    usage: `${verb} <organisation>`,
    description,
    examples: [`coppice user-org ${verb} --project Shop acme`],
    options: (command) => command.requiredOption("--project <project>", "the project"),
    run: (args, { project }) =>
      tree.line.withSession(async ({ ctx }) =>
        work(ctx, await findOrganisationByOwner(ctx, await findProject(ctx, project), argument(args, 0))),
      ),
  });
}
