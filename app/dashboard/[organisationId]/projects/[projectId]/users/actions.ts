"use server";

import { z } from "zod";
import { PasskeyId, ProjectId, SessionId, UserId } from "@/lib/core/id-schemas";
import { SendProofInput, sendProofByOwner } from "@/lib/sign-in/explain/send-proof";
import { createSignInLink } from "@/lib/sign-in/magic-link/create-by-owner";
import { createUserByOwner } from "@/lib/sign-in/user-invitations/create-by-owner";
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
import { actionsOn } from "@/lib/web/define-action";
import { submitted } from "@/lib/web/forms/submitted";
import { giving } from "@/lib/web/giving";
import { inProject } from "@/lib/web/places";
import { signInContext } from "@/lib/web/sign-in-context";
import { BAN, EDITED_USER, METADATA, USER } from "./forms";

const oneUser = actionsOn(["projectId", "userId"], { projectId: ProjectId, userId: UserId });
const users = actionsOn(["projectId", "userIds"], {
  projectId: ProjectId,
  userIds: z.array(UserId).min(1).max(MOST_AT_ONCE),
});

export const createUser = inProject(
  "dashboardCreateUser",
  {
    ...submitted(USER),
    redirect: (_input, { id }: { id: string }) => `users/${id}`,
  },
  async (ctx, { organisationId: _, ...input }) =>
    createUserByOwner(await signInContext(ctx), { ...input, image: null }),
);

export const updateUser = oneUser("dashboardUpdateUser", submitted(EDITED_USER), giving([], updateUserByOwner));

export const updateUserMetadata = oneUser(
  "dashboardUpdateUserMetadata",
  submitted(METADATA),
  giving([], updateUserByOwner),
);

export const requireNewPassword = oneUser("dashboardRequireNewPassword", {}, requirePasswordReset);

/** The link comes back once, and is kept nowhere. */
export const createUserSignInLink = oneUser("dashboardCreateUserSignInLink", { isForm: true }, createSignInLink);

export const sendProof = oneUser(
  "dashboardSendProof",
  { input: { kind: SendProofInput.shape.kind }, args: ["kind"] },
  sendProofByOwner,
);

export const endUsersSessions = users("dashboardEndUsersSessions", {}, (ctx, input) =>
  forSeveralUsers(endUserSessions)(ctx, input),
);

export const endUserSession = oneUser(
  "dashboardEndUserSession",
  { input: { sessionId: SessionId }, args: ["sessionId"] },
  endUserSessionVerb,
);

export const removeUserPasskey = oneUser(
  "dashboardRemoveUserPasskey",
  { input: { passkeyId: PasskeyId }, args: ["passkeyId"] },
  removeUserPasskeyVerb,
);

export const removeUserTwoFactor = oneUser("dashboardRemoveUserTwoFactor", {}, removeUserTwoFactorVerb);

/** Empty for a ban that ends when it is lifted. */
const End = z
  .union([z.literal(""), z.iso.datetime()])
  .optional()
  .transform((text) => (text ? new Date(text) : undefined));

export const banUsers = users(
  "dashboardBanUsers",
  {
    input: { ...BAN.input, until: End },
    isForm: true,
    messages: { ...BAN.messages, until: "Enter when the ban ends." },
  },
  forSeveralUsers(banUser),
);

export const unbanUsers = users("dashboardUnbanUsers", {}, forSeveralUsers(unbanUser));

/** The page of a deleted user is gone, so the browser asks anew for the list, and not for that page. */
export const deleteUsers = users(
  "dashboardDeleteUsers",
  {
    typed: async (ctx, { projectId, userIds }) => {
      const [userId = ""] = userIds;
      const only = userIds.length === 1 ? await showUser(ctx, { projectId, userId }) : null;
      return only?.email ?? `${userIds.length} users`;
    },
    isForm: true,
    refreshes: false,
  },
  (ctx, input) => forSeveralUsers(deleteUserByOwner)(ctx, input),
);
