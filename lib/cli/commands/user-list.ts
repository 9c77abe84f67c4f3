import { type Command, Option } from "commander";
import { addVerb, type CommandTree } from "@/lib/cli/subcommand";
import { formatFields, formatTable } from "@/lib/cli/table";
import { formatMoment, parsePageSize } from "@/lib/cli/values";
import { findProject } from "@/lib/sign-in/projects/find";
import { listUsersByOwner } from "@/lib/sign-in/users/list-by-owner";
import { ListUsersInput } from "@/lib/sign-in/users/list-input";
import type { OwnedUser, OwnedUserDetails } from "@/lib/sign-in/users/owned-user";

interface ListOptions {
  project: string;
  search?: string;
  provider?: string;
  banned?: true;
  unverified?: true;
  sort?: string;
  before?: string;
  limit: number;
}

export function addUserList(tree: CommandTree, noun: Command): void {
  addVerb<ListOptions>(tree, noun, {
    usage: "list",
    description: "List a project's users, newest first.",
    examples: [
      "coppice user list --project Shop",
      "coppice user list --project Shop --search ada --limit 500",
      "coppice user list --project Shop --provider github --sort lastSignInAt",
    ],
    options: (command) =>
      command
        .requiredOption("--project <project>", "the project")
        .option("--search <text>", "the start of an e-mail address, a name or a last name; or an ID")
        .option("--provider <provider>", "only users who sign in with it; credential is a password")
        .option("--banned", "only banned users")
        .option("--unverified", "only users whose address isn't verified")
        .addOption(new Option("--sort <field>", "newest first").choices(["createdAt", "lastSignInAt"]))
        .option("--before <cursor>", "continue where the previous list ended")
        .addOption(new Option("--limit <n>", "1 to 1000").argParser(parsePageSize).default(100)),
    run: async (_args, { project, banned, unverified, ...filter }) => {
      const states = { ...(banned && { banned: "true" }), ...(unverified && { verified: "false" }) };
      const input = ListUsersInput.parse({ ...filter, ...states });
      const page = await tree.line.withSession(async ({ ctx }) => {
        const { projectId } = await findProject(ctx, project);
        return listUsersByOwner(ctx, { ...input, projectId });
      });
      const more = page.nextCursor === null ? "" : `More: --before ${page.nextCursor}\n`;
      return { json: page, text: tableOf(page.items) + more };
    },
  });
}

function tableOf(users: readonly OwnedUser[]): string {
  const rows = users.map((user) => [
    user.id,
    user.email,
    user.name,
    stateOf(user),
    formatMoment(user.createdAt),
    formatMoment(user.lastSignInAt),
  ]);
  return formatTable(["id", "email", "name", "state", "created (UTC)", "last sign-in (UTC)"], rows);
}

function stateOf({ bannedAt, emailVerified }: OwnedUser): string {
  if (bannedAt !== null) return "banned";
  return emailVerified ? "verified" : "unverified";
}

export function describeUser(user: OwnedUserDetails): string {
  const { accounts, passkeys, password, sessions, twoFactor } = user;
  const twoStep = twoFactor ? `on, backup codes left: ${twoFactor.backupCodes}` : "off";
  const fields: [string, string][] = [
    ["id", user.id],
    ["email", user.email],
    ["name", user.name],
    ["state", stateOf(user)],
    ["two-step verification", twoStep],
    ["test user", user.isTestUser ? "yes" : "no"],
    ["ways to sign in", accounts.map(({ provider }) => provider).join(", ") || "-"],
    ["password set (UTC)", formatMoment(password?.setAt ?? null)],
    ["must choose a new one", password?.mustReset ? "yes" : "no"],
    ["banned (UTC)", formatMoment(user.bannedAt)],
    ["ban ends (UTC)", formatMoment(user.bannedUntil)],
    ["created (UTC)", formatMoment(user.createdAt)],
    ["last sign-in (UTC)", formatMoment(user.lastSignInAt)],
    ["trusted browsers", String(user.trustedBrowsers)],
    ["passkeys", String(passkeys.length)],
    ["sessions", String(sessions.length)],
    ["public metadata", JSON.stringify(user.publicMetadata)],
    ["private metadata", JSON.stringify(user.privateMetadata)],
  ];
  for (const { id, name, lastUsedAt } of passkeys) {
    fields.push(["passkey", `${id}  ${name ?? "-"}  last used ${formatMoment(lastUsedAt)}`]);
  }
  for (const { id, factors, signedInAt, ipAddress, userAgent } of sessions) {
    fields.push([
      "session",
      [id, formatMoment(signedInAt), factors.join("+") || "-", ipAddress || "-", userAgent].join("  "),
    ]);
  }
  for (const { kind, status, failure, createdAt } of user.mails) {
    fields.push(["mail", `${formatMoment(createdAt)}  ${kind}  ${status}${failure === null ? "" : `: ${failure}`}`]);
  }
  return formatFields(fields);
}
