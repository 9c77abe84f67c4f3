import { type Command, Option } from "commander";
import type { CommandResult } from "@/lib/cli/command-line";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import type { Context } from "@/lib/core/context";
import { findProject } from "@/lib/sign-in/projects/find";
import { addMemberByOwner } from "@/lib/sign-in/user-organisations/add-member-by-owner";
import { cancelInvitationByOwner } from "@/lib/sign-in/user-organisations/cancel-invitation-by-owner";
import { changeMemberByOwner, removeMemberByOwner } from "@/lib/sign-in/user-organisations/change-member-by-owner";
import { findMemberByOwner, findOrganisationByOwner } from "@/lib/sign-in/user-organisations/find-by-owner";
import type { OrganisationAddress } from "@/lib/sign-in/user-organisations/owned-organisation";
import { ORGANISATION_ROLES, type OrganisationRole } from "@/lib/sign-in/user-organisations/roles";
import { findUserByOwner } from "@/lib/sign-in/users/find-by-owner";

/** Adds the commands for the members of an organisation of users. */
export function addUserOrganisationMembers(tree: CommandTree, noun: Command): void {
  addOne(tree, noun, {
    usage: "add-member <organisation> <user>",
    description: "Add a user to an organisation without an invitation.",
    example: "coppice user-org add-member --project Shop acme ada@example.com --role admin",
    takesRole: true,
    run: async (ctx, address, user, role) => {
      const { userId } = await findUserByOwner(ctx, address, user);
      const member = await addMemberByOwner(ctx, { ...address, userId, role });
      return { json: member, text: `Added ${member.user.email} as ${member.role}.\n` };
    },
  });
  addOne(tree, noun, {
    usage: "set-role <organisation> <user>",
    description: "Change a member's role.",
    example: "coppice user-org set-role --project Shop acme ada@example.com --role owner",
    takesRole: true,
    run: async (ctx, address, user, role) => {
      const member = await changeMemberByOwner(ctx, { ...(await findMemberByOwner(ctx, address, user)), role });
      return { json: member, text: `${member.user.email} is ${member.role} now.\n` };
    },
  });
  addOne(tree, noun, {
    usage: "remove-member <organisation> <user>",
    description: "Remove a member from an organisation.",
    example: "coppice user-org remove-member --project Shop acme ada@example.com",
    run: async (ctx, address, user) => {
      const member = await removeMemberByOwner(ctx, await findMemberByOwner(ctx, address, user));
      return { json: member, text: `Removed ${member.user.email}.\n` };
    },
  });
  addOne(tree, noun, {
    usage: "cancel-invitation <organisation> <invitation>",
    description: "Cancel a pending invitation.",
    example: "coppice user-org cancel-invitation --project Shop acme uinv_4k9x2m7q1w8e5r3t6y0u",
    run: async (ctx, address, invitationId) => {
      const invitation = await cancelInvitationByOwner(ctx, { ...address, invitationId });
      return { json: invitation, text: `Cancelled the invitation of ${invitation.email}.\n` };
    },
  });
}

interface MemberCommand {
  usage: string;
  description: string;
  example: string;
  takesRole?: true;
  run: (ctx: Context, address: OrganisationAddress, named: string, role: OrganisationRole) => Promise<CommandResult>;
}

function addOne(
  tree: CommandTree,
  noun: Command,
  { usage, description, example, takesRole, run }: MemberCommand,
): void {
  addVerb<{ project: string; role?: OrganisationRole }>(tree, noun, {
    usage,
    description,
    examples: [example],
    options: (command) => {
      command.requiredOption("--project <project>", "the project");
      const role = new Option("--role <role>", "the role").choices(ORGANISATION_ROLES).makeOptionMandatory();
      return takesRole ? command.addOption(role) : command;
    },
    run: (args, { project, role = "member" }) =>
      tree.line.withSession(async ({ ctx }) => {
        const address = await findOrganisationByOwner(ctx, await findProject(ctx, project), argument(args, 0));
        return run(ctx, address, argument(args, 1), role);
      }),
  });
}
