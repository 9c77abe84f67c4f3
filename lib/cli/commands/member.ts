import { type Command, Option } from "commander";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatFields, formatTable } from "@/lib/cli/table";
import { formatMoment } from "@/lib/cli/values";
import { ROLES } from "@/lib/core/access/permissions";
import { createInvitation } from "@/lib/people/invitations/create";
import type { Invitation } from "@/lib/people/invitations/resource";
import { type AddedMember, AddMemberInput, addMember } from "@/lib/people/members/add";
import { listMembers } from "@/lib/people/members/list";
import { removeMember } from "@/lib/people/members/remove";
import { findOrganisationId } from "@/lib/people/organisations/find";

export function addMemberCommands(tree: CommandTree, noun: Command): void {
  const { line } = tree;
  addVerb<{ role: string; generatePassword?: boolean }>(tree, noun, {
    usage: "add <org> <email>",
    description: "Invite someone by e-mail, or create an account with a password (printed only once) and add it.",
    examples: [
      "coppice member add Acme ada@acme.example --role owner --generate-password",
      "coppice member add Acme bob@acme.example --role viewer",
    ],
    options: (command) =>
      command
        .addOption(new Option("--role <role>", "the member's role").choices(ROLES).makeOptionMandatory())
        .option("--name <name>", "the name of a new account, with --generate-password")
        .option("--generate-password", "create the account now and print its password"),
    run: async (args, { generatePassword, ...options }) => {
      const parsed = AddMemberInput.omit({ organisationId: true }).parse({ email: argument(args, 1), ...options });
      return line.withSession(async ({ ctx }) => {
        const input = { ...parsed, organisationId: await findOrganisationId(ctx, argument(args, 0)) };
        if (generatePassword) {
          const added = await addMember(ctx, input);
          return { json: added, text: describeAdded(added) };
        }
        const invitation = await createInvitation(ctx, input);
        return { json: invitation, text: describeInvitation(invitation) };
      });
    },
  });
  addVerb(tree, noun, {
    usage: "remove <org> <member>",
    description: "Remove a member, by ID or e-mail address, and their keys. The last owner can't be removed.",
    examples: ["coppice member remove Acme bob@acme.example"],
    run: async (args) => {
      const removed = await line.withSession(async ({ ctx }) =>
        removeMember(ctx, {
          organisationId: await findOrganisationId(ctx, argument(args, 0)),
          member: argument(args, 1),
        }),
      );
      return { json: removed, text: `Removed ${removed.email} (${removed.id}).\n` };
    },
  });
  addVerb(tree, noun, {
    usage: "list <org>",
    description: "List the members of an organisation.",
    examples: ["coppice member list Acme"],
    run: async (args) => {
      const items = await line.withSession(async ({ ctx }) =>
        listMembers(ctx, { organisationId: await findOrganisationId(ctx, argument(args, 0)) }),
      );
      const rows = items.map((item) => [item.id, item.email, item.role, formatMoment(item.createdAt)]);
      return { json: { items }, text: formatTable(["ID", "EMAIL", "ROLE", "ADDED (UTC)"], rows) };
    },
  });
}

function describeAdded(added: AddedMember): string {
  const fields: [string, string][] = [
    ["id", added.id],
    ["email", added.email],
    ["role", added.role],
  ];
  fields.push(["password", added.password === null ? "the account's own" : `${added.password}  (shown only once)`]);
  return formatFields(fields);
}

function describeInvitation({ id, email, role, expiresAt }: Invitation): string {
  return formatFields([
    ["invitation", id],
    ["email", email],
    ["role", role],
    ["expires (UTC)", formatMoment(expiresAt)],
  ]);
}
