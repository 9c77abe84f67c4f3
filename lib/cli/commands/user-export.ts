import { open } from "node:fs/promises";
import type { Command } from "commander";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { codeOf } from "@/lib/core/error-code";
import { OperatorError } from "@/lib/core/operator-error";
import { findProject } from "@/lib/sign-in/projects/find";
import { exportUsers } from "@/lib/sign-in/user-imports/export";

/** Only its owner may read a file of users. */
const FILE_MODE = 0o600;

export function addUserExport(tree: CommandTree, noun: Command): void {
  addVerb<{ project: string; withSecrets?: boolean }>(tree, noun, {
    usage: "export <file>",
    description: "Export all users to a new file, one line of JSON each, which user import reads.",
    examples: [
      "coppice user export --project Shop users.ndjson",
      "coppice user export --project Shop users.ndjson --with-secrets",
    ],
    options: (command) =>
      command
        .requiredOption("--project <project>", "the users' project")
        .option("--with-secrets", "with password hashes, passkeys and two-step verification"),
    run: async (args, { project, withSecrets = false }) => {
      const path = argument(args, 0);
      return tree.line.withSession(async ({ ctx }) => {
        const { projectId } = await findProject(ctx, project);
        await using file = await open(path, "wx", FILE_MODE).catch((error: unknown) => {
          throw new OperatorError(`Can't write ${path} (${codeOf(error)}).`);
        });
        const write = async (text: string) => void (await file.appendFile(text));
        const users = await exportUsers(ctx, { projectId, withSecrets, write });
        return { json: { users, file: path, withSecrets }, text: `Exported ${users} users to ${path}.\n` };
      });
    },
  });
}
