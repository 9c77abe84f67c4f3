import { project } from "@/lib/cli/define/places";
import { listSigningKeys } from "@/lib/sign-in/tokens/list";
import { revokeSigningKeys } from "@/lib/sign-in/tokens/revoke";
import { type Rotation, rotateSigningKeys } from "@/lib/sign-in/tokens/rotate";

const SAID: Record<Rotation, string> = {
  none: "The next key is already published. It starts signing automatically a day after it was published.",
  published: "The next key is published. It starts signing automatically in a day.",
  activated: "The next key signs now. The previous one stays published until its tokens have expired.",
};

/** The commands for the keys that sign a project's tokens. */
export const commands = [
  project.verb("list", {
    description: "List signing keys, newest first. Private keys aren't shown.",
    run: listSigningKeys,
    columns: ["id", "algorithm", "status", "createdAt"],
  }),
  project.verb("rotate", {
    description: "Publish the next key now. It starts signing a day later, so that every verifier has it by then.",
    run: async (ctx, address) => ({ step: await rotateSigningKeys(ctx, { ...address, now: true }) }),
    print: ({ step }) => SAID[step],
  }),
  project.verb("revoke", {
    description:
      "In an emergency: stop using all keys immediately. Every token already issued is refused within 5 minutes.",
    run: async (ctx, address) => ({ revoked: await revokeSigningKeys(ctx, address) }),
    print: ({ revoked }) =>
      `Revoked ${revoked} ${revoked === 1 ? "key" : "keys"}. The next token is signed with a new one.`,
  }),
];
