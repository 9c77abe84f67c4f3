import { z } from "zod";
import { organisation } from "@/lib/cli/define/places";
import { fields } from "@/lib/cli/define/print";
import { createInvitation } from "@/lib/people/invitations/create";
import type { Invitation } from "@/lib/people/invitations/resource";
import { type AddedMember, AddMemberInput, addMember } from "@/lib/people/members/add";
import { listMembers } from "@/lib/people/members/list";
import { removeMember } from "@/lib/people/members/remove";

const printAdded = fields<AddedMember>([
  "id",
  "email",
  "role",
  { password: ({ password }) => (password === null ? "the account's own" : `${password}  (shown only once)`) },
]);
const printInvitation = fields<Invitation>([{ invitation: "id" }, "email", "role", "expiresAt"]);

export const commands = [
  organisation.verb("add <email>", {
    description: "Invite someone by e-mail, or create an account with a password (printed only once) and add it.",
    examples: ["ada@acme.example --role owner --generate-password", "bob@acme.example --role viewer"],
    input: AddMemberInput.extend({ generatePassword: z.boolean().optional() }),
    options: {
      role: "the member's role",
      name: "the name of a new account, with --generate-password",
      generatePassword: "create the account now and print its password",
    },
    run: async (ctx, { generatePassword, ...input }): Promise<AddedMember | Invitation> =>
      generatePassword ? addMember(ctx, input) : createInvitation(ctx, input),
    print: (made) => ("password" in made ? printAdded(made) : printInvitation(made)),
  }),
  organisation.within("member", "member", "bob@acme.example").verb("remove", {
    description: "Remove a member, by ID or e-mail address, and their keys. The last owner can't be removed.",
    run: removeMember,
    print: ({ email, id }) => `Removed ${email} (${id}).`,
  }),
  organisation.verb("list", {
    description: "List the members of an organisation.",
    run: listMembers,
    columns: ["id", "email", "role", { "added (UTC)": "createdAt" }],
  }),
];
