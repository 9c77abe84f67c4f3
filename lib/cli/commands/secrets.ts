import { addNoun, addVerb, type CommandTree } from "@/lib/cli/subcommand";
import { OperatorError } from "@/lib/core/operator-error";
import { rotateSecrets, type SecretRotation } from "@/lib/hosting/secrets/rotate";

export function addSecretsCommands(tree: CommandTree): void {
  const noun = addNoun(tree, "secrets", "The keys that stored secrets are sealed with.");
  addVerb<{ retire?: boolean }>(tree, noun, {
    usage: "rotate",
    description:
      "Seal every stored secret with a new key, while the service runs. Where the ring is a file, the new key is made here; where it is COPPICE_SECRET_KEYS, put one in front of the others and restart first. Run it again if it is ended half-way.",
    examples: ["coppice secrets rotate", "coppice secrets rotate --retire"],
    options: (command) => command.option("--retire", "drop the old keys of the file once nothing is sealed with them"),
    run: async (_args, { retire = false }) => {
      const { rotation, isFile } = await tree.line.withSession(async ({ ctx, keyFile, settleKeys }) => {
        if (retire && keyFile === null) {
          throw new OperatorError(
            "The keys come from COPPICE_SECRET_KEYS: rotate without --retire, then take the old ones out of it yourself.",
          );
        }
        const settle = async () => {
          tree.line.notice("Waiting until every running process has read the new key…\n");
          await settleKeys();
        };
        return { rotation: await rotateSecrets(ctx, { keyFile, retire, settle }), isFile: keyFile !== null };
      });
      const exitCode = rotation.unreadable.length > 0 ? 1 : 0;
      return { json: rotation, text: describeRotation(rotation, isFile), exitCode };
    },
  });
}

function describeRotation(rotation: SecretRotation, isFile: boolean): string {
  const lines = [`Sealed ${rotation.resealed} secrets anew; the key is ${rotation.primaryKeyId}.`];
  if (rotation.retiredKeyIds.length > 0) lines.push(`Dropped from the ring: ${rotation.retiredKeyIds.join(", ")}.`);
  if (rotation.otherKeyIdsInUse.length > 0) {
    lines.push(`Still needed: ${rotation.otherKeyIdsInUse.join(", ")}. Run the command again.`);
  } else if (!isFile) {
    lines.push("No other key is needed: the old ones can be taken out of COPPICE_SECRET_KEYS.");
  }
  for (const place of rotation.unreadable) lines.push(`No key opens ${place}.`);
  return `${lines.join("\n")}\n`;
}
