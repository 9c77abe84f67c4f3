import { type Command, Option } from "commander";
import type { CommandResult } from "@/lib/cli/command-line";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatTable } from "@/lib/cli/table";
import { formatMoment, parsePageSize } from "@/lib/cli/values";
import type { Context } from "@/lib/core/context";
import { LOCALES } from "@/lib/core/locale";
import { findProject } from "@/lib/sign-in/projects/find";
import { InviteUserInput, inviteUser } from "@/lib/sign-in/user-invitations/invite";
import { listUserInvitations } from "@/lib/sign-in/user-invitations/list";
import { resendUserInvitation } from "@/lib/sign-in/user-invitations/resend";
import { revokeUserInvitation, type UserInvitationAddress } from "@/lib/sign-in/user-invitations/revoke";

interface ProjectOption {
  project: string;
}

/** Adds the commands that invite users, and change waiting invitations. */
export function addUserInvitations(tree: CommandTree, noun: Command): void {
  addInvite(tree, noun);
  addList(tree, noun);
  addOne(tree, noun, "resend-invitation", "Send an invitation again, with a new link.", async (ctx, address) => {
    const invitation = await resendUserInvitation(ctx, address);
    return { json: invitation, text: `Sent to ${invitation.email} again.\n` };
  });
  addOne(tree, noun, "revoke-invitation", "Revoke an invitation. Its link stops working.", async (ctx, address) => {
    const revoked = await revokeUserInvitation(ctx, address);
    return { json: revoked, text: `Revoked the invitation of ${revoked.email}.\n` };
  });
}

function addInvite(tree: CommandTree, noun: Command): void {
  addVerb<ProjectOption & { redirectTo?: string; language: string }>(tree, noun, {
    usage: "invite <email>",
    description:
      "Invite someone by e-mail to create an account, also where sign-ups are off. The link works for 7 days.",
    examples: [
      "coppice user invite ada@example.com --project Shop",
      "coppice user invite ada@example.com --project Shop --language de --redirect-to https://app.example.com/welcome",
    ],
    options: (command) =>
      command
        .requiredOption("--project <project>", "the project")
        .option("--redirect-to <address>", "where they go on to, an address that the project allows")
        .addOption(new Option("--language <language>", "of the e-mail").choices(LOCALES).default("en")),
    run: async (args, { project, redirectTo, language }) => {
      const input = InviteUserInput.parse({ email: argument(args, 0), redirectTo, locale: language });
      const invitation = await tree.line.withSession(async ({ ctx }) =>
        inviteUser(ctx, { ...input, projectId: (await findProject(ctx, project)).projectId }),
      );
      return { json: invitation, text: `Invited ${invitation.email} (${invitation.id}).\n` };
    },
  });
}

function addList(tree: CommandTree, noun: Command): void {
  addVerb<ProjectOption & { before?: string; limit: number }>(tree, noun, {
    usage: "list-invitations",
    description: "List invitations that wait to be accepted, newest first.",
    examples: ["coppice user list-invitations --project Shop"],
    options: (command) =>
      command
        .requiredOption("--project <project>", "the project")
        .option("--before <cursor>", "continue where the previous list ended")
        .addOption(new Option("--limit <n>", "1 to 1000").argParser(parsePageSize).default(100)),
    run: async (_args, { project, limit, before }) => {
      const page = await tree.line.withSession(async ({ ctx }) => {
        const { projectId } = await findProject(ctx, project);
        return listUserInvitations(ctx, { projectId, limit, before });
      });
      const rows = page.items.map(({ id, email, locale, sentAt, expiresAt }) => [
        ...[id, email, locale],
        ...[formatMoment(sentAt), formatMoment(expiresAt)],
      ]);
      const more = page.nextCursor === null ? "" : `More: --before ${page.nextCursor}\n`;
      return { json: page, text: formatTable(["id", "email", "language", "sent (UTC)", "expires (UTC)"], rows) + more };
    },
  });
}

function addOne(
  tree: CommandTree,
  noun: Command,
  verb: string,
  description: string,
  work: (ctx: Context, address: UserInvitationAddress) => Promise<CommandResult>,
): void {
  addVerb<ProjectOption>(tree, noun, {
    usage: `${verb} <invitation>`,
    description,
    examples: [`coppice user ${verb} --project Shop uin_4k9x2m7q1w8e5r3t6y0u`],
    options: (command) => command.requiredOption("--project <project>", "the project"),
    run: (args, { project }) =>
      tree.line.withSession(async ({ ctx }) => {
        const { projectId } = await findProject(ctx, project);
        return work(ctx, { projectId, invitationId: argument(args, 0) });
      }),
  });
}
