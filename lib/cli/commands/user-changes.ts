import { type Command, Option } from "commander";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import type { Context } from "@/lib/core/context";
import { findProject } from "@/lib/sign-in/projects/find";
import { CreateUserByOwnerInput, createUserByOwner } from "@/lib/sign-in/users/create-by-owner";
import { endUserSession } from "@/lib/sign-in/users/end-session";
import { findUserByOwner } from "@/lib/sign-in/users/find-by-owner";
import { removeUserPasskey } from "@/lib/sign-in/users/remove-passkey";
import { UpdateUserByOwnerInput, updateUserByOwner } from "@/lib/sign-in/users/update-by-owner";
import type { UserAddress } from "@/lib/sign-in/users/user-address";

interface ProjectOption {
  project: string;
}

/** Adds the commands that create a user, and change what one has. */
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
  addVerb<ProjectOption & { name?: string; verified?: true }>(tree, noun, {
    usage: "create <email>",
    description: "Create a user without a password. They get no email, and sign in by email or reset the password.",
    examples: ["coppice user create ada@example.com --project Shop --name Ada --verified"],
    options: (command) =>
      command
        .requiredOption("--project <project>", "the project")
        .option("--name <name>", "the user's name")
        .option("--verified", "you vouch for the address"),
    run: async (args, { project, name, verified = false }) => {
      const input = CreateUserByOwnerInput.parse({ email: argument(args, 0), name, emailVerified: verified });
      const user = await tree.line.withSession(async ({ ctx }) =>
        createUserByOwner(ctx, { ...input, projectId: (await findProject(ctx, project)).projectId }),
      );
      return { json: user, text: `Created ${user.email} (${user.id}).\n` };
    },
  });
}

function addUpdate(tree: CommandTree, noun: Command): void {
  addVerb<ProjectOption & { name?: string; email?: string; verified?: string }>(tree, noun, {
    usage: "update <user>",
    description: "Change a user's name or e-mail address. A new address counts as unproven.",
    examples: [
      "coppice user update ada@example.com --project Shop --name 'Ada Lovelace'",
      "coppice user update ada@example.com --project Shop --email ada@example.org --verified yes",
    ],
    options: (command) =>
      command
        .requiredOption("--project <project>", "the user's project")
        .option("--name <name>", "the new name")
        .option("--email <address>", "the new address")
        .addOption(new Option("--verified <verified>", "whether you vouch for the address").choices(["yes", "no"])),
    run: async (args, { project, verified, ...fields }) => {
      const emailVerified = verified === undefined ? {} : { emailVerified: verified === "yes" };
      const input = UpdateUserByOwnerInput.parse({ ...fields, ...emailVerified });
      const user = await tree.line.withSession(async ({ ctx }) =>
        updateUserByOwner(ctx, { ...(await addressOf(ctx, project, argument(args, 0))), ...input }),
      );
      return { json: user, text: `Updated ${user.email}.\n` };
    },
  });
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
