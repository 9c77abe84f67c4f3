import type { Command } from "commander";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatTable } from "@/lib/cli/table";
import { formatMoment } from "@/lib/cli/values";
import { findProject } from "@/lib/sign-in/projects/find";
import { listSigningKeys } from "@/lib/sign-in/tokens/list";
import { revokeSigningKeys } from "@/lib/sign-in/tokens/revoke";
import { type Rotation, rotateSigningKeys } from "@/lib/sign-in/tokens/rotate";

const SAID: Record<Rotation, string> = {
  none: "The next key is already published. It starts signing automatically a day after it was published.",
  published: "The next key is published. It starts signing automatically in a day.",
  activated: "The next key signs now. The previous one stays published until its tokens have expired.",
};

/** Adds the commands for the keys that sign a project's tokens. */
export function addSigningKeyCommands(tree: CommandTree, noun: Command): void {
  addVerb(tree, noun, {
    usage: "list <project>",
    description: "List signing keys, newest first. Private keys aren't shown.",
    examples: ["coppice signing-key list Shop"],
    run: async (args) => {
      const items = await tree.line.withSession(async ({ ctx }) =>
        listSigningKeys(ctx, await findProject(ctx, argument(args, 0))),
      );
      const rows = items.map((key) => [key.id, key.algorithm, key.status, formatMoment(key.createdAt)]);
      return { json: { items }, text: formatTable(["id", "algorithm", "status", "created"], rows) };
    },
  });
  addVerb(tree, noun, {
    usage: "rotate <project>",
    description: "Publish the next key now. It starts signing a day later, so that every verifier has it by then.",
    examples: ["coppice signing-key rotate Shop"],
    run: async (args) => {
      const step = await tree.line.withSession(async ({ ctx }) =>
        rotateSigningKeys(ctx, { ...(await findProject(ctx, argument(args, 0))), now: true }),
      );
      return { json: { step }, text: SAID[step] };
    },
  });
  addVerb(tree, noun, {
    usage: "revoke <project>",
    description:
      "In an emergency: stop using all keys immediately. Every token already issued is refused within 5 minutes.",
    examples: ["coppice signing-key revoke Shop"],
    run: async (args) => {
      const revoked = await tree.line.withSession(async ({ ctx }) =>
        revokeSigningKeys(ctx, await findProject(ctx, argument(args, 0))),
      );
      return {
        json: { revoked },
        text: `Revoked ${revoked} ${revoked === 1 ? "key" : "keys"}. The next token is signed with a new one.`,
      };
    },
  });
}
