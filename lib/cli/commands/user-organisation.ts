import { z } from "zod";
import { found, within } from "@/lib/cli/define/place";
import { inProject } from "@/lib/cli/define/places";
import { fields, table } from "@/lib/cli/define/print";
import { verb } from "@/lib/cli/define/verb";
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
import type { OwnedOrganization } from "@/lib/sign-in/user-organisations/resource";
import { ORGANISATION_ROLES } from "@/lib/sign-in/user-organisations/roles";
import { showOrganisationByOwner } from "@/lib/sign-in/user-organisations/show-by-owner";
import {
  UpdateOrganisationByOwnerInput,
  updateOrganisationByOwner,
} from "@/lib/sign-in/user-organisations/update-by-owner";
import { findUserByOwner } from "@/lib/sign-in/users/find-by-owner";

const KEYS = ["projectId", "userOrganisationId"] as const;
const organisation = found(inProject, "organisation", "acme", KEYS, findOrganisationByOwner);
const member = found(organisation, "user", "ada@example.com", [...KEYS, "memberId"], findMemberByOwner);
const newMember = found(organisation, "user", "ada@example.com", [...KEYS, "userId"], async (ctx, at, user) => {
  return { ...at, ...(await findUserByOwner(ctx, at, user)) };
});

const Role = z.object({ role: z.enum(ORGANISATION_ROLES) });
const role = { help: "the role" };

const organisations = [
  verb({
    usage: "list",
    description: "List organisations of users, newest first.",
    examples: ["", "--search acme"],
    place: inProject,
    input: ListOrganisationsInput,
    options: {
      search: { flags: "--search <text>" },
      before: { flags: "--before <cursor>", help: "continue where the previous list ended" },
      limit: { flags: "--limit <n>", help: "1 to 1000" },
    },
    run: listOrganisationsByOwner,
    print: table<OwnedOrganization>({
      ...{ id: "id", slug: "slug", name: "name", members: "members", "created (UTC)": "createdAt" },
    }),
  }),
  verb({
    usage: "create <slug>",
    description: "Create an organisation that a user owns.",
    examples: ["acme --name Acme --owner ada@example.com"],
    place: inProject,
    input: CreateOrganisationByOwnerInput.omit({ ownerId: true }).extend({ owner: z.string() }),
    options: {
      name: { help: "its name" },
      owner: { flags: "--owner <user>", help: "the user who owns it, by ID or e-mail address" },
    },
    run: async (ctx, { owner, ...input }) => {
      const { userId: ownerId } = await findUserByOwner(ctx, input, owner);
      return createOrganisationByOwner(ctx, { ...input, ownerId });
    },
    print: ({ slug, id }) => `Created ${slug} (${id}).`,
  }),
  verb({
    usage: "update",
    description: "Change an organisation's name or slug.",
    examples: ["--name 'Acme Ltd'"],
    place: organisation,
    input: UpdateOrganisationByOwnerInput,
    options: { name: { help: "the new name" }, slug: { help: "the new slug" } },
    run: updateOrganisationByOwner,
    print: ({ slug }) => `Updated ${slug}.`,
  }),
  verb({
    usage: "show",
    description: "Show an organisation with its members and pending invitations.",
    place: organisation,
    run: async (ctx, address) => {
      const shown = await showOrganisationByOwner(ctx, address);
      const { items } = await listMembersByOwner(ctx, { ...address, limit: 100 });
      return { ...shown, firstMembers: items };
    },
    print: fields<Shown>(
      { id: "id", slug: "slug", name: "name", "created (UTC)": "createdAt", members: "members" },
      ({ firstMembers, invitations }) => [
        ...firstMembers.map(({ role, user }) => [role, `${user.email}  ${user.id}`] as const),
        ...invitations.map(({ id, email, role }) => ["invited", `${email}  ${role}  ${id}`] as const),
      ],
    ),
  }),
  verb({
    usage: "delete",
    description: "Delete an organisation with its memberships and invitations.",
    place: organisation,
    run: deleteOrganisationByOwner,
    print: ({ slug }) => `Deleted ${slug}.`,
  }),
];

type Shown = Awaited<ReturnType<typeof showOrganisationByOwner>> & {
  firstMembers: Awaited<ReturnType<typeof listMembersByOwner>>["items"];
};

const members = [
  verb({
    usage: "add-member",
    description: "Add a user to an organisation without an invitation.",
    examples: ["--role admin"],
    place: newMember,
    input: Role,
    options: { role },
    run: addMemberByOwner,
    print: ({ user, role }) => `Added ${user.email} as ${role}.`,
  }),
  verb({
    usage: "set-role",
    description: "Change a member's role.",
    examples: ["--role owner"],
    place: member,
    input: Role,
    options: { role },
    run: changeMemberByOwner,
    print: ({ user, role }) => `${user.email} is ${role} now.`,
  }),
  verb({
    usage: "remove-member",
    description: "Remove a member from an organisation.",
    place: member,
    run: removeMemberByOwner,
    print: ({ user }) => `Removed ${user.email}.`,
  }),
  verb({
    usage: "cancel-invitation",
    description: "Cancel a pending invitation.",
    place: within(organisation, "invitation", "invitationId", "uinv_4k9x2m7q1w8e5r3t6y0u"),
    run: cancelInvitationByOwner,
    print: ({ email }) => `Cancelled the invitation of ${email}.`,
  }),
];

/** The commands for the organisations of a project's users. */
export const commands = [...organisations, ...members];
