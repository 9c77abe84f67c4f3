import { z } from "zod";
import { found, PAGE } from "@/lib/cli/define/kinds";
import { inProject } from "@/lib/cli/define/places";
import { addMemberByOwner } from "@/lib/sign-in/user-organisations/add-member-by-owner";
import { cancelInvitationByOwner } from "@/lib/sign-in/user-organisations/cancel-invitation-by-owner";
import { changeMemberByOwner, removeMemberByOwner } from "@/lib/sign-in/user-organisations/change-member-by-owner";
import {
  CreateOrganisationByOwnerInput,
  createOrganisationByOwner,
} from "@/lib/sign-in/user-organisations/create-by-owner";
import { deleteOrganisationByOwner } from "@/lib/sign-in/user-organisations/delete-by-owner";
import { findMemberByOwner, findOrganisationByOwner } from "@/lib/sign-in/user-organisations/find-by-owner";
import { ListOrganisationsInput, listOrganisationsByOwner } from "@/lib/sign-in/user-organisations/list-by-owner";
import { listMembersByOwner } from "@/lib/sign-in/user-organisations/list-members-by-owner";
import { ORGANISATION_ROLES } from "@/lib/sign-in/user-organisations/roles";
import { showOrganisationByOwner } from "@/lib/sign-in/user-organisations/show-by-owner";
import {
  UpdateOrganisationByOwnerInput,
  updateOrganisationByOwner,
} from "@/lib/sign-in/user-organisations/update-by-owner";
import { findUserByOwner } from "@/lib/sign-in/users/find-by-owner";

const KEYS = ["projectId", "userOrganisationId"] as const;
const organisation = inProject.found("organisation", "acme", KEYS, findOrganisationByOwner);
const member = organisation.found("user", "ada@example.com", [...KEYS, "memberId"], findMemberByOwner);
const newMember = organisation.found("user", "ada@example.com", [...KEYS, "userId"], async (ctx, at, user) => {
  return { ...at, ...(await findUserByOwner(ctx, at, user)) };
});

const Role = z.object({ role: z.enum(ORGANISATION_ROLES) });
const role = "the role";

const organisations = [
  inProject.verb("list", {
    description: "List organisations of users, newest first.",
    examples: ["", "--search acme"],
    input: ListOrganisationsInput,
    options: {
      search: "<text>",
      ...PAGE,
    },
    run: listOrganisationsByOwner,
    columns: ["id", "slug", "name", "members", "createdAt"],
  }),
  inProject.verb("create <slug>", {
    description: "Create an organisation that a user owns.",
    examples: ["acme --name Acme --owner ada@example.com"],
    input: CreateOrganisationByOwnerInput,
    options: {
      name: "its name",
      ownerId: found("--owner <user>  the user who owns it, by ID or e-mail address", async (ctx, owner, at) => {
        return (await findUserByOwner(ctx, at, owner)).userId;
      }),
    },
    run: createOrganisationByOwner,
    print: ({ slug, id }) => `Created ${slug} (${id}).`,
  }),
  organisation.verb("update", {
    description: "Change an organisation's name or slug.",
    examples: ["--name 'Acme Ltd'"],
    input: UpdateOrganisationByOwnerInput,
    options: { name: "the new name", slug: "the new slug" },
    run: updateOrganisationByOwner,
    print: ({ slug }) => `Updated ${slug}.`,
  }),
  organisation.verb("show", {
    description: "Show an organisation with its members and pending invitations.",
    run: async (ctx, address) => {
      const shown = await showOrganisationByOwner(ctx, address);
      const { items } = await listMembersByOwner(ctx, { ...address, limit: 100 });
      return { ...shown, firstMembers: items };
    },
    columns: ["id", "slug", "name", "createdAt", "members"],
    lines: ({ firstMembers, invitations }) => [
      ...firstMembers.map(({ role, user }) => [role, `${user.email}  ${user.id}`] as const),
      ...invitations.map(({ id, email, role }) => ["invited", `${email}  ${role}  ${id}`] as const),
    ],
  }),
  organisation.verb("delete", {
    description: "Delete an organisation with its memberships and invitations.",
    run: deleteOrganisationByOwner,
    print: ({ slug }) => `Deleted ${slug}.`,
  }),
];

const members = [
  newMember.verb("add-member", {
    description: "Add a user to an organisation without an invitation.",
    examples: ["--role admin"],
    input: Role,
    options: { role },
    run: addMemberByOwner,
    print: ({ user, role }) => `Added ${user.email} as ${role}.`,
  }),
  member.verb("set-role", {
    description: "Change a member's role.",
    examples: ["--role owner"],
    input: Role,
    options: { role },
    run: changeMemberByOwner,
    print: ({ user, role }) => `${user.email} is ${role} now.`,
  }),
  member.verb("remove-member", {
    description: "Remove a member from an organisation.",
    run: removeMemberByOwner,
    print: ({ user }) => `Removed ${user.email}.`,
  }),
  organisation.within("invitation", "invitationId", "uinv_4k9x2m7q1w8e5r3t6y0u").verb("cancel-invitation", {
    description: "Cancel a pending invitation.",
    run: cancelInvitationByOwner,
    print: ({ email }) => `Cancelled the invitation of ${email}.`,
  }),
];

/** The commands for the organisations of a project's users. */
export const commands = [...organisations, ...members];
