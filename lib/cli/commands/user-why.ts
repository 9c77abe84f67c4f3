import type { Command } from "commander";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatTable } from "@/lib/cli/table";
import { formatMoment } from "@/lib/cli/values";
import { ExplainSignInInput, explainSignIn } from "@/lib/sign-in/explain/explain";
import type { SignInExplanation, TimelineEntry } from "@/lib/sign-in/explain/resource";
import { findProject } from "@/lib/sign-in/projects/find";

/** Adds the command that says why somebody could not get in. */
export function addUserWhy(tree: CommandTree, noun: Command): void {
  addVerb<{ project: string }>(tree, noun, {
    usage: "why <emailOrRequest>",
    description: "Say why someone couldn't get in, by an email address or the ID of a request.",
    examples: [
      "coppice user why ada@example.com --project Shop",
      "coppice user why req_4k9x2m7q1w8e5r3t6y0u --project Shop",
    ],
    options: (command) => command.requiredOption("--project <project>", "the project"),
    run: async (args, { project }) => {
      const about = argument(args, 0);
      const explanation = await tree.line.withSession(async ({ ctx }) => {
        const address = await findProject(ctx, project);
        return explainSignIn(ctx, ExplainSignInInput.parse({ ...address, about }));
      });
      return { json: explanation, text: textOf(explanation) };
    },
  });
}

function textOf({ findings, timeline }: SignInExplanation): string {
  const lines = findings.map(({ isBlocking, sentence, advice, at, until }) => {
    const times = [at && formatMoment(at), until && `until ${formatMoment(until)}`].filter(Boolean).join(", ");
    return [`${isBlocking ? "!" : "-"} ${sentence}`, advice, times && `(${times})`].filter(Boolean).join(" ");
  });
  const attempts = formatTable(["time (UTC)", "what", "what to do", "from", "request"], timeline.map(rowOf));
  return [...lines, ...(lines.length > 0 ? [""] : []), attempts].join("\n");
}

function rowOf(entry: TimelineEntry): string[] {
  if (entry.kind === "mail") return [formatMoment(entry.at), entry.title, entry.advice ?? "-", "-", "-"];
  const { title, step, advice, address, requestId } = entry.event;
  const what = step === null ? title : `${step}: ${title}`;
  return [formatMoment(entry.at), what, advice ?? "-", address ?? "-", requestId];
}
