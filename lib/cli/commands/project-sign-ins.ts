import { Option } from "commander";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatTable } from "@/lib/cli/table";
import { formatMoment } from "@/lib/cli/values";
import { findProject } from "@/lib/sign-in/projects/find";
import { listSignInCounts } from "@/lib/sign-in/sign-in-counts/list";
import { SIGN_IN_RANGES, type SignInRange } from "@/lib/sign-in/sign-in-counts/ranges";
import type { SignInCounts } from "@/lib/sign-in/sign-in-counts/resource";

/** Adds the command that counts a project's sign-ins over time. */
export function addSignInsCommand(tree: CommandTree, noun: Parameters<typeof addVerb>[1]): void {
  addVerb<{ range: SignInRange }>(tree, noun, {
    usage: "sign-ins <project>",
    description: "Count the sign-ins of a project by outcome and method.",
    examples: ["coppice project sign-ins Shop --range 30d"],
    options: (command) =>
      command.addOption(
        new Option("--range <range>", "of the last day, week, month or year")
          .choices(Object.keys(SIGN_IN_RANGES))
          .default("7d"),
      ),
    run: async (args, { range }) => {
      const counts = await tree.line.withSession(async ({ ctx }) =>
        listSignInCounts(ctx, { ...(await findProject(ctx, argument(args, 0))), range }),
      );
      return { json: counts, text: textOf(counts) };
    },
  });
}

function textOf({ moments: [since], series }: SignInCounts): string {
  const rows = series.map(({ outcome, method, attempts }) => {
    const total = attempts.reduce((sum, each) => sum + each, 0);
    return [outcome.replace("_", " "), method || "-", String(total)];
  });
  return `Since ${formatMoment(since ?? "")}:\n${formatTable(["outcome", "method", "attempts"], rows)}`;
}
