import { addNoun, addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatTable } from "@/lib/cli/table";
import { formatMoment } from "@/lib/cli/values";
import { findProject } from "@/lib/sign-in/projects/find";
import { listSigningKeys } from "@/lib/sign-in/tokens/list";
import { revokeSigningKeys } from "@/lib/sign-in/tokens/revoke";
import { type Rotation, rotateSigningKeys } from "@/lib/sign-in/tokens/rotate";

const SAID: Record<Rotation, string> = {
  none: "The next key is published and not a day old; it will sign by itself.",
  published: "The next key is published. It signs a day from now, by itself.",
  activated: "The next key signs now; the last one stays published until its tokens are dead.",
};

/** Adds the commands for the keys that sign a project's tokens. */
export function addSigningKeyCommands(tree: CommandTree): void {
  const noun = addNoun(tree, "signing-key", "Keys that sign a project's tokens; they are renewed by themselves.");
  addVerb(tree, noun, {
    usage: "list <project>",
    description: "List them, newest first. No private key is shown.",
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
    description: "Publish the next key now. It signs a day later, so that every verifier has it by then.",
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
    description: "In an emergency: take every key out of use at once. Every token that is out is refused in 5 minutes.",
    examples: ["coppice signing-key revoke Shop"],
    run: async (args) => {
      const revoked = await tree.line.withSession(async ({ ctx }) =>
        revokeSigningKeys(ctx, await findProject(ctx, argument(args, 0))),
      );
      return { json: { revoked }, text: `${revoked} keys revoked. The next token is signed with a new one.` };
    },
  });
}
