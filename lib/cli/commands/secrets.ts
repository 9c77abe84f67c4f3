import { z } from "zod";
import { anywhere } from "@/lib/cli/define/places";
import { OperatorError } from "@/lib/core/operator-error";
import { rotateSecrets, type SecretRotation } from "@/lib/hosting/secrets/rotate";

export const commands = [
  anywhere.verb("rotate", {
    description:
      "Encrypt every stored secret with a new key, while the service runs. If the key ring is a file, the new key is created here. If it's COPPICE_SECRET_KEYS, put a new key in front of the others and restart first. If interrupted, run it again.",
    examples: ["", "--retire"],
    input: z.object({ retire: z.boolean() }),
    options: { retire: "drop the old keys of the file once nothing is sealed with them" },
    run: async (ctx, { retire }, { line, session: { keyFile, settleKeys } }) => {
      if (retire && keyFile === null) {
        throw new OperatorError(
          "The keys come from COPPICE_SECRET_KEYS. Rotate without --retire, then remove the old keys from it yourself.",
        );
      }
      const settle = async () => {
        line.notice("Waiting until every running process has read the new key…\n");
        await settleKeys();
      };
      return { rotation: await rotateSecrets(ctx, { keyFile, retire, settle }), isFile: keyFile !== null };
    },
    json: ({ rotation }) => rotation,
    print: ({ rotation, isFile }) => describeRotation(rotation, isFile),
    isWell: ({ rotation }) => rotation.unreadable.length === 0,
  }),
];

function describeRotation(rotation: SecretRotation, isFile: boolean): string {
  const lines = [
    `Encrypted ${rotation.resealed} ${rotation.resealed === 1 ? "secret" : "secrets"} with the key ${rotation.primaryKeyId}.`,
  ];
  if (rotation.retiredKeyIds.length > 0) lines.push(`Dropped from the ring: ${rotation.retiredKeyIds.join(", ")}.`);
  if (rotation.otherKeyIdsInUse.length > 0) {
    lines.push(`Still needed: ${rotation.otherKeyIdsInUse.join(", ")}. Run the command again.`);
  } else if (!isFile) {
    lines.push("No other key is needed. You can remove the old ones from COPPICE_SECRET_KEYS.");
  }
  for (const place of rotation.unreadable) lines.push(`No key can decrypt ${place}.`);
  return `${lines.join("\n")}\n`;
}
