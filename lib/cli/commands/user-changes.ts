import { type Command, InvalidArgumentError, Option } from "commander";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatMoment, parseExpiry } from "@/lib/cli/values";
import type { Context } from "@/lib/core/context";
import { LOCALES } from "@/lib/core/locale";
import { findProject } from "@/lib/sign-in/projects/find";
import { CreateUserByOwnerInput, createUserByOwner } from "@/lib/sign-in/user-creation/create-by-owner";
import { BanReason, banUser } from "@/lib/sign-in/users/ban";
import { endUserSession } from "@/lib/sign-in/users/end-session";
import { findUserByOwner } from "@/lib/sign-in/users/find-by-owner";
import { removeUserPasskey } from "@/lib/sign-in/users/remove-passkey";
import { UpdateUserByOwnerInput, updateUserByOwner } from "@/lib/sign-in/users/update-by-owner";
import type { UserAddress } from "@/lib/sign-in/users/user-address";

interface ProjectOption {
  project: string;
}

interface MetadataOptions {
  publicMetadata?: unknown;
  privateMetadata?: unknown;
}

interface CreateOptions extends ProjectOption, MetadataOptions {
  name?: string;
  verified?: true;
  sendPasswordLink?: true;
  language: string;
}

/** Adds the commands that create a user, and change the data of one. */
export function addUserChanges(tree: CommandTree, noun: Command): void {
  addCreate(tree, noun);
  addUpdate(tree, noun);
  addRemoval(tree, noun, {
    usage: "end-session <user> <session>",
    description: "End one session of a user.",
    example: "coppice user end-session --project Shop ada@example.com ses_4k9x2m7q1w8e5r3t6y0u",
    done: "Ended",
    remove: (ctx, address, sessionId) => endUserSession(ctx, { ...address, sessionId }),
  });
  addRemoval(tree, noun, {
    usage: "remove-passkey <user> <passkey>",
    description: "Remove a passkey of a user. They're told by email.",
    example: "coppice user remove-passkey --project Shop ada@example.com psk_4k9x2m7q1w8e5r3t6y0u",
    done: "Removed",
    remove: (ctx, address, passkeyId) => removeUserPasskey(ctx, { ...address, passkeyId }),
  });
}

function addCreate(tree: CommandTree, noun: Command): void {
  addVerb<CreateOptions>(tree, noun, {
    usage: "create <email>",
    description:
      "Create a user without a password. They sign in by email or a provider, or set a password by a link that they're sent.",
    examples: [
      "coppice user create ada@example.com --project Shop --name Ada --verified",
      "coppice user create ada@example.com --project Shop --send-password-link --language de",
    ],
    options: (command) =>
      command
        .requiredOption("--project <project>", "the project")
        .option("--name <name>", "the user's name")
        .option("--verified", "you vouch for the address")
        .option("--send-password-link", "send them a link that sets a password; it works for 7 days")
        .addOption(new Option("--language <language>", "of the e-mail").choices(LOCALES).default("en"))
        .addOption(metadataOption("public"))
        .addOption(metadataOption("private")),
    run: async (args, { project, verified = false, language: locale, ...options }) => {
      const fields = { email: argument(args, 0), emailVerified: verified, locale, ...options };
      const input = CreateUserByOwnerInput.parse(fields);
      const user = await tree.line.withSession(async ({ ctx }) =>
        createUserByOwner(ctx, { ...input, projectId: (await findProject(ctx, project)).projectId }),
      );
      return { json: user, text: `Created ${user.email} (${user.id}).\n` };
    },
  });
}

function addUpdate(tree: CommandTree, noun: Command): void {
  addVerb<ProjectOption & MetadataOptions & { name?: string; email?: string; verified?: string }>(tree, noun, {
    usage: "update <user>",
    description: "Change a user's name, e-mail address or metadata. A new address counts as unproven.",
    examples: [
      "coppice user update ada@example.com --project Shop --name 'Ada Lovelace'",
      "coppice user update ada@example.com --project Shop --email ada@example.org --verified yes",
      `coppice user update ada@example.com --project Shop --public-metadata '{"role":"editor"}'`,
    ],
    options: (command) =>
      command
        .requiredOption("--project <project>", "the user's project")
        .option("--name <name>", "the new name")
        .option("--email <address>", "the new address")
        .addOption(new Option("--verified <verified>", "whether you vouch for the address").choices(["yes", "no"]))
        .addOption(metadataOption("public"))
        .addOption(metadataOption("private")),
    run: async (args, { project, name, email, verified, publicMetadata, privateMetadata }) => {
      const emailVerified = verified === undefined ? undefined : verified === "yes";
      const input = UpdateUserByOwnerInput.parse({ name, email, emailVerified, publicMetadata, privateMetadata });
      const user = await tree.line.withSession(async ({ ctx }) =>
        updateUserByOwner(ctx, { ...(await addressOf(ctx, project, argument(args, 0))), ...input }),
      );
      return { json: user, text: `Updated ${user.email}.\n` };
    },
  });
}

export function addBan(tree: CommandTree, noun: Command): void {
  addVerb<ProjectOption & { reason?: string; until?: string }>(tree, noun, {
    usage: "ban <user>",
    description: "Ban a user, for a while or until you lift it. Their sessions end immediately.",
    examples: ["coppice user ban ada@example.com --project Shop --reason 'Sends spam' --until 7d"],
    options: (command) =>
      command
        .requiredOption("--project <project>", "the user's project")
        .option("--reason <text>", "why, for your team; the user doesn't see it")
        .option("--until <moment>", "when the ban ends: 7d, 4w, a date or a time (default: never)"),
    run: async (args, { project, reason, until }) => {
      const given = reason === undefined ? {} : { reason: BanReason.parse(reason) };
      const user = await tree.line.withSession(async ({ ctx }) => {
        const end = until === undefined ? {} : { until: parseExpiry(until, ctx.clock.now(), "--until") };
        return banUser(ctx, { ...(await addressOf(ctx, project, argument(args, 0))), ...given, ...end });
      });
      const end = user.bannedUntil === null ? "" : ` until ${formatMoment(user.bannedUntil)} UTC`;
      return { json: user, text: `Banned ${user.email}${end}.\n` };
    },
  });
}

function metadataOption(kind: "public" | "private"): Option {
  const readers = kind === "public" ? "the user's client can read" : "only your servers can read";
  return new Option(`--${kind}-metadata <json>`, `a JSON object that ${readers}, in place of the one before`).argParser(
    parseJsonOption,
  );
}

function parseJsonOption(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError("Use a JSON object.");
  }
}

interface Removal {
  usage: string;
  description: string;
  example: string;
  done: string;
  remove: (ctx: Context, address: UserAddress, id: string) => Promise<{ id: string }>;
}

function addRemoval(tree: CommandTree, noun: Command, { usage, description, example, done, remove }: Removal): void {
  addVerb<ProjectOption>(tree, noun, {
    usage,
    description,
    examples: [example],
    options: (command) => command.requiredOption("--project <project>", "the user's project"),
    run: async (args, { project }) => {
      const removed = await tree.line.withSession(async ({ ctx }) =>
        remove(ctx, await addressOf(ctx, project, argument(args, 0)), argument(args, 1)),
      );
      return { json: removed, text: `${done} ${removed.id}.\n` };
    },
  });
}

async function addressOf(ctx: Context, project: string, user: string): Promise<UserAddress> {
  return findUserByOwner(ctx, await findProject(ctx, project), user);
}
