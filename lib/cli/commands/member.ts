import { z } from "zod";
import { within } from "@/lib/cli/define/place";
import { organisation } from "@/lib/cli/define/places";
import { fields, table } from "@/lib/cli/define/print";
import { verb } from "@/lib/cli/define/verb";
import { createInvitation } from "@/lib/people/invitations/create";
import type { Invitation } from "@/lib/people/invitations/resource";
import { type AddedMember, AddMemberInput, addMember } from "@/lib/people/members/add";
import { listMembers } from "@/lib/people/members/list";
import { removeMember } from "@/lib/people/members/remove";
import type { Member } from "@/lib/people/members/resource";

const printAdded = fields<AddedMember>({
  ...{ id: "id", email: "email", role: "role" },
  password: ({ password }) => (password === null ? "the account's own" : `${password}  (shown only once)`),
});
const printInvitation = fields<Invitation>({
  ...{ invitation: "id", email: "email", role: "role", "expires (UTC)": "expiresAt" },
});

export const commands = [
  verb({
    usage: "add <email>",
    description: "Invite someone by e-mail, or create an account with a password (printed only once) and add it.",
    examples: ["ada@acme.example --role owner --generate-password", "bob@acme.example --role viewer"],
    place: organisation,
    input: AddMemberInput.extend({ generatePassword: z.boolean().optional() }),
    options: {
      role: { help: "the member's role" },
      name: { help: "the name of a new account, with --generate-password" },
      generatePassword: { help: "create the account now and print its password" },
    },
    run: async (ctx, { generatePassword, ...input }): Promise<AddedMember | Invitation> =>
      generatePassword ? addMember(ctx, input) : createInvitation(ctx, input),
    print: (made) => ("password" in made ? printAdded(made) : printInvitation(made)),
  }),
  verb({
    usage: "remove",
    description: "Remove a member, by ID or e-mail address, and their keys. The last owner can't be removed.",
    place: within(organisation, "member", "member", "bob@acme.example"),
    run: removeMember,
    print: ({ email, id }) => `Removed ${email} (${id}).`,
  }),
  verb({
    usage: "list",
    description: "List the members of an organisation.",
    place: organisation,
    run: listMembers,
    print: table<Member>({ id: "id", email: "email", role: "role", "added (UTC)": "createdAt" }),
  }),
];
