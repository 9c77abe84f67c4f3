import { open } from "node:fs/promises";
import { z } from "zod";
import { inProject } from "@/lib/cli/define/places";
import { codeOf } from "@/lib/core/error-code";
import { OperatorError } from "@/lib/core/operator-error";
import { exportUsers } from "@/lib/sign-in/user-imports/export";

/** Only its owner may read a file of users. */
const FILE_MODE = 0o600;

export const exportCommand = inProject.verb("export <file>", {
  description: "Export all users to a new file, one line of JSON each, which user import reads.",
  examples: ["users.ndjson", "users.ndjson --with-secrets"],
  input: z.object({ withSecrets: z.boolean() }),
  options: { withSecrets: "with password hashes, passkeys and two-step verification" },
  run: async (ctx, { file: path, ...input }) => {
    await using file = await open(path, "wx", FILE_MODE).catch((error: unknown) => {
      throw new OperatorError(`Can't write ${path} (${codeOf(error)}).`);
    });
    const write = async (text: string) => void (await file.appendFile(text));
    const users = await exportUsers(ctx, { ...input, write });
    return { users, file: path, withSecrets: input.withSecrets };
  },
  print: ({ users, file }) => `Exported ${users} users to ${file}.`,
});
