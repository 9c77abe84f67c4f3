import { z } from "zod";
import { moment, PAGE } from "@/lib/cli/define/kinds";
import { inProject, user } from "@/lib/cli/define/places";
import { formatMoment } from "@/lib/cli/values";
import { sendProofByOwner } from "@/lib/sign-in/explain/send-proof";
import { createSignInLink } from "@/lib/sign-in/magic-link/create-by-owner";
import { BanUserInput, banUser } from "@/lib/sign-in/users/ban";
import { deleteUserByOwner } from "@/lib/sign-in/users/delete-by-owner";
import { endUserSessions } from "@/lib/sign-in/users/end-sessions";
import { listUsersByOwner } from "@/lib/sign-in/users/list-by-owner";
import { ListUsersInput } from "@/lib/sign-in/users/list-input";
import { removeUserTwoFactor } from "@/lib/sign-in/users/remove-two-factor";
import { requirePasswordReset } from "@/lib/sign-in/users/require-reset";
import { showUser } from "@/lib/sign-in/users/show";
import { unbanUser } from "@/lib/sign-in/users/unban";
import { createAndUpdate } from "./user-changes";
import { exportCommand } from "./user-export";
import { importCommand } from "./user-import";
import { invitationCommands } from "./user-invitations";
import { printUser, USER_COLUMNS } from "./user-print";
import { whyCommand } from "./user-why";

const printSent = ({ email, expiresAt }: Awaited<ReturnType<typeof sendProofByOwner>>) =>
  `Emailed ${email}. The link works until ${formatMoment(expiresAt)} UTC.`;

const list = inProject.verb("list", {
  description: "List a project's users, newest first.",
  examples: ["", "--search ada --limit 500", "--provider github --sort lastSignInAt"],
  input: ListUsersInput,
  options: {
    search: "<text>",
    provider: {},
    banned: { flags: "--banned", help: "only banned users", as: () => "true" },
    verified: { flags: "--unverified", help: "only users whose address isn't verified", as: () => "false" },
    sort: "<field>",
    ...PAGE,
  },
  run: listUsersByOwner,
  columns: USER_COLUMNS,
});

const one = [
  user.verb("show", {
    description: "Show a user and how they can sign in.",
    run: showUser,
    print: printUser,
  }),
  user.verb("ban", {
    description: "Ban a user, for a while or until you lift it. Their sessions end immediately.",
    examples: ["--reason 'Sends spam' --until 7d"],
    input: BanUserInput.partial().extend({ until: z.date().nullable().optional() }),
    options: {
      reason: "<text>  why, for your team; the user doesn't see it",
      until: moment("<moment>  when the ban ends: 7d, 4w, a date or a time (default: never)"),
    },
    run: banUser,
    print: ({ email, bannedUntil }) =>
      `Banned ${email}${bannedUntil === null ? "" : ` until ${formatMoment(bannedUntil)} UTC`}.`,
  }),
  user.verb("unban", {
    description: "Unban a user.",
    run: unbanUser,
    print: ({ email }) => `${email} can sign in again.`,
  }),
  user.verb("delete", {
    description: "Delete a user with all that is theirs; security events stay.",
    run: deleteUserByOwner,
    print: ({ email }) => `Deleted ${email}.`,
  }),
  user.verb("end-sessions", {
    description: "Sign a user out everywhere.",
    run: endUserSessions,
    print: ({ ended }) => `Ended ${ended} ${ended === 1 ? "session" : "sessions"}.`,
  }),
  user.verb("require-reset", {
    description: "Require a user to choose a new password before the next sign-in with one.",
    run: requirePasswordReset,
    print: ({ email }) => `${email} must choose a new password. Their sessions continue; see end-sessions.`,
  }),
  user.verb("remove-two-factor", {
    description: "Turn off a user's two-step verification. They're told by email.",
    run: removeUserTwoFactor,
    print: ({ email }) => `${email} signs in without a second step.`,
  }),
  user.verb("create-sign-in-link", {
    description: "Create a link that signs a user in once, also where single sign-on is required.",
    run: createSignInLink,
    print: ({ link, expiresAt }) =>
      `${link}\nGive it to the user alone. It works once, until ${formatMoment(expiresAt)} UTC.`,
  }),
  user.verb("send-verification", {
    description: "Email a user a link that verifies their address.",
    run: (ctx, address) => sendProofByOwner(ctx, { ...address, kind: "email-verification" }),
    print: printSent,
  }),
  user.verb("send-password-reset", {
    description: "Email a user a link to choose a new password.",
    run: (ctx, address) => sendProofByOwner(ctx, { ...address, kind: "password-reset" }),
    print: printSent,
  }),
];

/** The commands for the users of a project. */
export const commands = [
  ...[list, whyCommand, ...createAndUpdate, ...one],
  ...[...invitationCommands, importCommand, exportCommand],
];
