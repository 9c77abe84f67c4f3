import type { Command } from "commander";
import type { CommandResult } from "@/lib/cli/command-line";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatMoment } from "@/lib/cli/values";
import type { Context } from "@/lib/core/context";
import { sendProofByOwner } from "@/lib/sign-in/explain/send-proof";
import { createSignInLink } from "@/lib/sign-in/magic-link/create-by-owner";
import { findProject } from "@/lib/sign-in/projects/find";
import { deleteUserByOwner } from "@/lib/sign-in/users/delete-by-owner";
import { endUserSessions } from "@/lib/sign-in/users/end-sessions";
import { findUserByOwner } from "@/lib/sign-in/users/find-by-owner";
import { removeUserTwoFactor } from "@/lib/sign-in/users/remove-two-factor";
import { requirePasswordReset } from "@/lib/sign-in/users/require-reset";
import { showUser } from "@/lib/sign-in/users/show";
import { unbanUser } from "@/lib/sign-in/users/unban";
import type { UserAddress } from "@/lib/sign-in/users/user-address";
import { addBan, addUserChanges } from "./user-changes";
import { addUserExport } from "./user-export";
import { addUserImport } from "./user-import";
import { addUserInvitations } from "./user-invitations";
import { addUserList, describeUser } from "./user-list";
import { addUserWhy } from "./user-why";

/** Adds the commands for the users of a project. */
export function addUserCommands(tree: CommandTree, noun: Command): void {
  addUserList(tree, noun);
  addUserWhy(tree, noun);
  addUserChanges(tree, noun);
  addOne(tree, noun, "show", "Show a user and how they can sign in.", async (ctx, address) => {
    const user = await showUser(ctx, address);
    return { json: user, text: describeUser(user) };
  });
  addBan(tree, noun);
  addOne(tree, noun, "unban", "Unban a user.", async (ctx, address) => {
    const user = await unbanUser(ctx, address);
    return { json: user, text: `${user.email} can sign in again.\n` };
  });
  addOne(tree, noun, "delete", "Delete a user with all that is theirs; security events stay.", async (ctx, address) => {
    const deleted = await deleteUserByOwner(ctx, address);
    return { json: deleted, text: `Deleted ${deleted.email}.\n` };
  });
  addOne(tree, noun, "end-sessions", "Sign a user out everywhere.", async (ctx, address) => {
    const ended = await endUserSessions(ctx, address);
    return { json: ended, text: `Ended ${ended.ended} ${ended.ended === 1 ? "session" : "sessions"}.\n` };
  });
  addOne(
    tree,
    noun,
    "require-reset",
    "Require a user to choose a new password before the next sign-in with one.",
    async (ctx, address) => {
      const user = await requirePasswordReset(ctx, address);
      return {
        json: user,
        text: `${user.email} must choose a new password. Their sessions continue; see end-sessions.\n`,
      };
    },
  );
  addOne(
    tree,
    noun,
    "remove-two-factor",
    "Turn off a user's two-step verification. They're told by email.",
    async (ctx, address) => {
      const user = await removeUserTwoFactor(ctx, address);
      return { json: user, text: `${user.email} signs in without a second step.\n` };
    },
  );
  addOne(
    tree,
    noun,
    "create-sign-in-link",
    "Create a link that signs a user in once, also where single sign-on is required.",
    async (ctx, address) => {
      const created = await createSignInLink(ctx, address);
      const until = formatMoment(created.expiresAt);
      return {
        json: created,
        text: `${created.link}\nGive it to the user alone. It works once, until ${until} UTC.\n`,
      };
    },
  );
  addOne(tree, noun, "send-verification", "Email a user a link that verifies their address.", (ctx, address) =>
    sendProof(ctx, address, "email-verification"),
  );
  addOne(tree, noun, "send-password-reset", "Email a user a link to choose a new password.", (ctx, address) =>
    sendProof(ctx, address, "password-reset"),
  );
  addUserInvitations(tree, noun);
  addUserImport(tree, noun);
  addUserExport(tree, noun);
}

async function sendProof(
  ctx: Context,
  address: UserAddress,
  kind: "email-verification" | "password-reset",
): Promise<CommandResult> {
  const sent = await sendProofByOwner(ctx, { ...address, kind });
  return { json: sent, text: `Emailed ${sent.email}. The link works until ${formatMoment(sent.expiresAt)} UTC.\n` };
}

/** Adds a verb that concerns one user. */
function addOne(
  tree: CommandTree,
  noun: Command,
  verb: string,
  description: string,
  work: (ctx: Context, address: UserAddress) => Promise<CommandResult>,
): void {
  addVerb<{ project: string }>(tree, noun, {
    usage: `${verb} <user>`,
    description,
    examples: [`coppice user ${verb} --project Shop ada@example.com`],
    options: (command) => command.requiredOption("--project <project>", "the user's project"),
    run: (args, { project }) =>
      tree.line.withSession(async ({ ctx }) =>
        work(ctx, await findUserByOwner(ctx, await findProject(ctx, project), argument(args, 0))),
      ),
  });
}
