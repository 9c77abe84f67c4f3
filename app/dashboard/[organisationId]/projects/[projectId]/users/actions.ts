"use server";

import { z } from "zod";
import { PasskeyId, ProjectId, SessionId, UserId } from "@/lib/core/id-schemas";
import { SendProofInput, sendProofByOwner } from "@/lib/sign-in/explain/send-proof";
import { createSignInLink } from "@/lib/sign-in/magic-link/create-by-owner";
import { createUserByOwner } from "@/lib/sign-in/user-creation/create-by-owner";
import { banUser } from "@/lib/sign-in/users/ban";
import { deleteUserByOwner } from "@/lib/sign-in/users/delete-by-owner";
import { endUserSession as endUserSessionVerb } from "@/lib/sign-in/users/end-session";
import { endUserSessions } from "@/lib/sign-in/users/end-sessions";
import { forSeveralUsers, MOST_AT_ONCE } from "@/lib/sign-in/users/for-several";
import { removeUserPasskey as removeUserPasskeyVerb } from "@/lib/sign-in/users/remove-passkey";
import { removeUserTwoFactor as removeUserTwoFactorVerb } from "@/lib/sign-in/users/remove-two-factor";
import { requirePasswordReset } from "@/lib/sign-in/users/require-reset";
import { showUser } from "@/lib/sign-in/users/show";
import { unbanUser } from "@/lib/sign-in/users/unban";
import { updateUserByOwner } from "@/lib/sign-in/users/update-by-owner";
import { requireTyped, Typed } from "@/lib/web/confirmation";
import { defineAction } from "@/lib/web/define-action";
import { submitted } from "@/lib/web/forms/submitted";
import { signInContext } from "@/lib/web/sign-in-context";
import { BAN, EDITED_USER, METADATA, USER } from "./forms";

const InProject = z.object({ projectId: ProjectId });
const OneUser = InProject.extend({ userId: UserId });
const Users = InProject.extend({ userIds: z.array(UserId).min(1).max(MOST_AT_ONCE) });

export const createUser = defineAction(
  {
    operationId: "dashboardCreateUser",
    ...submitted(InProject, USER),
    args: ["projectId"],
    refreshes: true,
    redirect: ({ organisationId, projectId }, { id }: { id: string }) =>
      `/dashboard/${organisationId}/projects/${projectId}/users/${id}`,
  },
  async (ctx, { organisationId: _, ...input }) =>
    createUserByOwner(await signInContext(ctx), { ...input, image: null }),
);

export const updateUser = defineAction(
  {
    operationId: "dashboardUpdateUser",
    ...submitted(OneUser, EDITED_USER),
    args: ["projectId", "userId"],
    refreshes: true,
  },
  async (ctx, { organisationId: _, ...input }) => {
    await updateUserByOwner(ctx, input);
  },
);

export const updateUserMetadata = defineAction(
  {
    operationId: "dashboardUpdateUserMetadata",
    ...submitted(OneUser, METADATA),
    args: ["projectId", "userId"],
    refreshes: true,
  },
  async (ctx, { organisationId: _, ...input }) => {
    await updateUserByOwner(ctx, input);
  },
);

export const requireNewPassword = defineAction(
  { operationId: "dashboardRequireNewPassword", input: OneUser, args: ["projectId", "userId"], refreshes: true },
  requirePasswordReset,
);

/** The link comes back once, and is kept nowhere. */
export const createUserSignInLink = defineAction(
  {
    operationId: "dashboardCreateUserSignInLink",
    input: OneUser,
    args: ["projectId", "userId"],
    isForm: true,
    refreshes: true,
  },
  createSignInLink,
);

export const sendProof = defineAction(
  {
    operationId: "dashboardSendProof",
    input: OneUser.extend({ kind: SendProofInput.shape.kind }),
    args: ["projectId", "userId", "kind"],
    refreshes: true,
  },
  sendProofByOwner,
);

export const endUsersSessions = defineAction(
  { operationId: "dashboardEndUsersSessions", input: Users, args: ["projectId", "userIds"], refreshes: true },
  forSeveralUsers(endUserSessions),
);

export const endUserSession = defineAction(
  {
    operationId: "dashboardEndUserSession",
    input: OneUser.extend({ sessionId: SessionId }),
    args: ["projectId", "userId", "sessionId"],
    refreshes: true,
  },
  endUserSessionVerb,
);

export const removeUserPasskey = defineAction(
  {
    operationId: "dashboardRemoveUserPasskey",
    input: OneUser.extend({ passkeyId: PasskeyId }),
    args: ["projectId", "userId", "passkeyId"],
    refreshes: true,
  },
  removeUserPasskeyVerb,
);

export const removeUserTwoFactor = defineAction(
  { operationId: "dashboardRemoveUserTwoFactor", input: OneUser, args: ["projectId", "userId"], refreshes: true },
  removeUserTwoFactorVerb,
);

/** Empty for a ban that ends when it is lifted. */
const End = z
  .union([z.literal(""), z.iso.datetime()])
  .optional()
  .transform((text) => (text ? new Date(text) : undefined));

export const banUsers = defineAction(
  {
    operationId: "dashboardBanUsers",
    input: Users.extend({ ...BAN.input, until: End }),
    args: ["projectId", "userIds"],
    isForm: true,
    messages: { ...BAN.messages, until: "Enter when the ban ends." },
    refreshes: true,
  },
  forSeveralUsers(banUser),
);

export const unbanUsers = defineAction(
  { operationId: "dashboardUnbanUsers", input: Users, args: ["projectId", "userIds"], refreshes: true },
  forSeveralUsers(unbanUser),
);

/** The page of a deleted user is gone, so the browser asks anew for the list, and not for that page. */
export const deleteUsers = defineAction(
  {
    operationId: "dashboardDeleteUsers",
    input: Users.extend({ confirmation: Typed }),
    args: ["projectId", "userIds"],
    isForm: true,
  },
  async (ctx, { confirmation, projectId, userIds }) => {
    const [userId = ""] = userIds;
    const only = userIds.length === 1 ? await showUser(ctx, { projectId, userId }) : null;
    const wanted = only?.email ?? `${userIds.length} users`;
    requireTyped(confirmation, wanted, `Type ${wanted} to confirm.`);
    return forSeveralUsers(deleteUserByOwner)(ctx, { projectId, userIds });
  },
);
