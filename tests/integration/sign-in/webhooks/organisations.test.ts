import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Context } from "@/lib/core/context";
import { addMemberByOwner } from "@/lib/sign-in/user-organisations/add-member-by-owner";
import { cancelOrganisationInvitation } from "@/lib/sign-in/user-organisations/cancel-invitation";
import { deleteUserOrganisation } from "@/lib/sign-in/user-organisations/delete";
import { inviteMember } from "@/lib/sign-in/user-organisations/invite";
import { leaveOrganisation } from "@/lib/sign-in/user-organisations/leave";
import { rejectOrganisationInvitation } from "@/lib/sign-in/user-organisations/reject-invitation";
import { removeOrganisationMember } from "@/lib/sign-in/user-organisations/remove-member";
import { updateUserOrganisation } from "@/lib/sign-in/user-organisations/update";
import { updateMemberRole } from "@/lib/sign-in/user-organisations/update-member-role";
import { deleteUserByOwner } from "@/lib/sign-in/users/delete-by-owner";
import { createWebhook } from "@/lib/sign-in/webhooks/create";
import { WEBHOOK_EVENT_TYPES } from "@/lib/sign-in/webhooks/event-types";
import { makeContext, OPERATOR } from "@/tests/support/context";
import { ownersOf } from "@/tests/support/project-members";
import { newEmail } from "@/tests/support/sign-in";
import { foundOrganisation, join, makeOrganisationsContext, signInUser } from "@/tests/support/user-organisations";
import { startWebhookReceiver, type WebhookReceiver } from "@/tests/support/webhook-receiver";
import { deliverPending } from "@/tests/support/webhooks";

type EventType = (typeof WEBHOOK_EVENT_TYPES)[number];
const TYPES = WEBHOOK_EVENT_TYPES.filter((type) => type.startsWith("organization"));

let receiver: WebhookReceiver;
let user: Awaited<ReturnType<typeof makeOrganisationsContext>>;
let owners: Awaited<ReturnType<typeof ownersOf>>;
let ctx: Context;

beforeEach(async () => {
  receiver = await startWebhookReceiver();
  user = await makeOrganisationsContext();
  owners = await ownersOf(user);
  ctx = { ...user, ...(await makeContext({ actor: OPERATOR, sealer: user.sealer })) };
});
afterEach(() => receiver.close());

const listenTo = (events: readonly EventType[]) =>
  createWebhook(ctx, { ...owners.address, url: receiver.url, events: [...events] });

/** Returns the events that are sent while `work` is done, in the order in which they happened. */
async function sentDuring(work: () => Promise<unknown>) {
  const before = receiver.received.length;
  await work();
  await deliverPending(ctx, owners.address.projectId);
  const sent = receiver.received.slice(before).map(({ body }) => JSON.parse(body));
  return sent as { type: EventType; timestamp: string; data: Record<string, unknown> }[];
}

const typesDuring = async (work: () => Promise<unknown>) => (await sentDuring(work)).map(({ type }) => type);

/** The fields of an event's `data` by the table of docs/webhooks.md. */
function documentedFields(type: string): string[] {
  const row = readFileSync("docs/webhooks.md", "utf8")
    .split("\n")
    .find((line) => line.startsWith("| `") && line.includes(`\`${type}\``));
  const [, , fields = ""] = (row ?? "").split("|");
  return [...fields.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
}

describe("events of organisations of users", () => {
  test("each is sent on its action, with the fields that the documentation names", async () => {
    await listenTo(TYPES);
    const invited = await signInUser(user);
    const reluctant = await signInUser(user);
    const sent = await sentDuring(async () => {
      const { owner, organisation } = await foundOrganisation(user);
      const organizationId = organisation.id;
      const invite = async (email: string) => (await inviteMember(owner, { email, role: "member", organizationId })).id;
      await updateUserOrganisation(owner, { data: { name: "Acme Ltd", metadata: { plan: "team" } } });
      const { user: member, member: membership } = await join(owner, organizationId, "member");
      await updateMemberRole(owner, { memberId: membership.id, role: "admin" });
      await rejectOrganisationInvitation(reluctant, { invitationId: await invite(reluctant.session.user.email) });
      await cancelOrganisationInvitation(owner, { invitationId: await invite(invited.session.user.email) });
      await leaveOrganisation(member, { organizationId });
      await deleteUserOrganisation(owner, { organizationId });
    });
    expect(sent.map(({ type }) => type)).toEqual([
      ...["organization.created", "organization_member.added", "organization.updated"],
      ...["organization_invitation.created", "organization_invitation.accepted", "organization_member.added"],
      ...["organization_member.role_changed", "organization_invitation.created", "organization_invitation.rejected"],
      ...["organization_invitation.created", "organization_invitation.canceled"],
      ...["organization_member.removed", "organization.deleted"],
    ]);
    expect(new Set(sent.map(({ type }) => type))).toEqual(new Set(TYPES));
    for (const { type, timestamp, data } of sent) {
      expect(Object.keys(data), type).toEqual(documentedFields(type));
      expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    }
  });

  test("they tell the change, by the ids that the wire has too", async () => {
    await listenTo(TYPES);
    const { owner, organisation } = await foundOrganisation(user);
    const organizationId = organisation.id;
    const { member } = await join(owner, organizationId, "member");
    const email = newEmail();
    const [updated, changed, created] = await sentDuring(async () => {
      await updateUserOrganisation(owner, { data: { name: "Acme Ltd", metadata: { plan: "team" } } });
      await updateMemberRole(owner, { memberId: member.id, role: "admin" });
      await inviteMember(owner, { email, role: "owner" });
    }).then((sent) => sent.slice(-3));
    const { members: _, ...plain } = organisation;
    expect(updated?.data).toEqual({ ...plain, name: "Acme Ltd", metadata: { plan: "team" } });
    const { user: __, ...membership } = member;
    expect(changed?.data).toEqual({ ...membership, role: "admin" });
    expect(created?.data).toMatchObject({ organizationId, email, role: "owner", inviterId: owner.session.user.id });
    expect(created?.data.id).toMatch(/^uinv_/);
  });

  test("a user who is deleted leaves, and takes along an organisation of which they are the only member", async () => {
    await listenTo(TYPES);
    const { owner, organisation } = await foundOrganisation(user);
    const { user: member } = await join(owner, organisation.id, "member");
    await deliverPending(ctx, owners.address.projectId);
    const remove = (userId: string) => () => deleteUserByOwner(ctx, { ...owners.address, userId });
    expect(await typesDuring(remove(member.session.user.id))).toEqual(["organization_member.removed"]);
    expect(await typesDuring(remove(owner.session.user.id))).toEqual(["organization.deleted"]);
  });

  test("changes by the app's servers are sent as well; those that change nothing or are refused are not", async () => {
    await listenTo(TYPES);
    const { owner, organisation } = await foundOrganisation(user);
    const other = await signInUser(user);
    await deliverPending(ctx, owners.address.projectId);
    const address = { ...owners.address, userOrganisationId: organisation.id };
    const add = () => addMemberByOwner(ctx, { ...address, userId: other.session.user.id, role: "member" });
    expect(await typesDuring(add)).toEqual(["organization_member.added"]);
    const idle = async () => {
      await updateUserOrganisation(owner, { data: { name: organisation.name } });
      await expect(leaveOrganisation(owner, { organizationId: organisation.id })).rejects.toThrow();
      await expect(
        removeOrganisationMember(other, {
          memberIdOrEmail: owner.session.user.email,
          organizationId: organisation.id,
        }),
      ).rejects.toThrow();
    };
    expect(await typesDuring(idle)).toEqual([]);
  });

  test("an endpoint is sent those that it has chosen", async () => {
    await listenTo(["organization_member.removed"]);
    const { owner, organisation } = await foundOrganisation(user);
    const { member } = await join(owner, organisation.id, "member");
    const remove = () => removeOrganisationMember(owner, { memberIdOrEmail: member.id });
    const sent = await sentDuring(remove);
    expect(sent).toMatchObject([{ type: "organization_member.removed", data: { id: member.id, role: "member" } }]);
    expect(receiver.received).toHaveLength(1);
  });
});
