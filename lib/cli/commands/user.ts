import { type Command, Option } from "commander";
import type { CommandResult } from "@/lib/cli/command-line";
import { addNoun, addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatFields, formatTable } from "@/lib/cli/table";
import { formatMoment, parsePageSize } from "@/lib/cli/values";
import type { Context } from "@/lib/core/context";
import { findProject } from "@/lib/sign-in/projects/find";
import { banUser } from "@/lib/sign-in/users/ban";
import { deleteUserByOwner } from "@/lib/sign-in/users/delete-by-owner";
import { endUserSessions } from "@/lib/sign-in/users/end-sessions";
import { findUserByOwner } from "@/lib/sign-in/users/find-by-owner";
import { listUsersByOwner } from "@/lib/sign-in/users/list-by-owner";
import type { OwnedUser, OwnedUserDetails } from "@/lib/sign-in/users/owned-user";
import { requirePasswordReset } from "@/lib/sign-in/users/require-reset";
import { showUser } from "@/lib/sign-in/users/show";
import { unbanUser } from "@/lib/sign-in/users/unban";
import type { UserAddress } from "@/lib/sign-in/users/user-address";
import { addUserImport } from "./user-import";

/** Adds the commands for the users of a project. */
export function addUserCommands(tree: CommandTree): void {
  const noun = addNoun(tree, "user", "Users of a project. Refer to one by ID or e-mail address.");
  addList(tree, noun);
  addOne(tree, noun, "show", "Show a user and how they can sign in.", async (ctx, address) => {
    const user = await showUser(ctx, address);
    return { json: user, text: describeUser(user) };
  });
  addOne(tree, noun, "ban", "Ban a user. Their sessions end immediately.", async (ctx, address) => {
    const user = await banUser(ctx, address);
    return { json: user, text: `Banned ${user.email}.\n` };
  });
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
  addUserImport(tree, noun);
}

interface ListOptions {
  project: string;
  email?: string;
  before?: string;
  limit: number;
}

function addList(tree: CommandTree, noun: Command): void {
  addVerb<ListOptions>(tree, noun, {
    usage: "list",
    description: "List a project's users, newest first.",
    examples: ["coppice user list --project Shop", "coppice user list --project Shop --email ada --limit 500"],
    options: (command) =>
      command
        .requiredOption("--project <project>", "the project")
        .option("--email <start>", "only addresses that start with this")
        .option("--before <cursor>", "continue where the previous list ended")
        .addOption(new Option("--limit <n>", "1 to 1000").argParser(parsePageSize).default(100)),
    run: async (_args, { project, ...filter }) => {
      const page = await tree.line.withSession(async ({ ctx }) =>
        listUsersByOwner(ctx, { ...(await findProject(ctx, project)), ...filter }),
      );
      const more = page.nextCursor === null ? "" : `More: --before ${page.nextCursor}\n`;
      return { json: page, text: tableOf(page.items) + more };
    },
  });
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

function tableOf(users: readonly OwnedUser[]): string {
  const rows = users.map((user) => [user.id, user.email, user.name, stateOf(user), formatMoment(user.createdAt)]);
  return formatTable(["id", "email", "name", "state", "created (UTC)"], rows);
}

function stateOf({ bannedAt, emailVerified }: OwnedUser): string {
  if (bannedAt !== null) return "banned";
  return emailVerified ? "verified" : "unverified";
}

function describeUser(user: OwnedUserDetails): string {
  return formatFields([
    ["id", user.id],
    ["email", user.email],
    ["name", user.name],
    ["state", stateOf(user)],
    ["two-step verification", user.twoFactorEnabled ? "on" : "off"],
    ["test user", user.isTestUser ? "yes" : "no"],
    ["ways to sign in", user.providers.join(", ") || "-"],
    ["passkeys", String(user.passkeys)],
    ["sessions", String(user.sessions)],
    ["password set (UTC)", formatMoment(user.passwordSetAt)],
    ["must choose a new one", user.mustResetPassword ? "yes" : "no"],
    ["banned (UTC)", formatMoment(user.bannedAt)],
    ["created (UTC)", formatMoment(user.createdAt)],
  ]);
}
