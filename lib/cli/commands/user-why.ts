import { z } from "zod";
import { projectAddress } from "@/lib/cli/define/places";
import { formatTable } from "@/lib/cli/table";
import { formatMoment } from "@/lib/cli/values";
import { ExplainSignInInput, explainSignIn } from "@/lib/sign-in/explain/explain";
import type { SignInExplanation, TimelineEntry } from "@/lib/sign-in/explain/resource";

/** The command that says why somebody could not get in. */
export const whyCommand = projectAddress.verb("why <emailOrRequest>", {
  description: "Say why someone couldn't get in, by an email address or the ID of a request.",
  examples: ["ada@example.com", "req_4k9x2m7q1w8e5r3t6y0u"],
  input: z.object({ emailOrRequest: ExplainSignInInput.shape.about }),
  run: (ctx, { emailOrRequest: about, ...address }) => explainSignIn(ctx, { ...address, about }),
  print: textOf,
});

function textOf({ findings, timeline }: SignInExplanation): string {
  const lines = findings.map(({ isBlocking, sentence, advice, at, until }) => {
    const times = [at && formatMoment(at), until && `until ${formatMoment(until)}`].filter(Boolean).join(", ");
    return [`${isBlocking ? "!" : "-"} ${sentence}`, advice, times && `(${times})`].filter(Boolean).join(" ");
  });
  const attempts = formatTable(["TIME (UTC)", "WHAT", "WHAT TO DO", "FROM", "REQUEST"], timeline.map(rowOf));
  return [...lines, ...(lines.length > 0 ? [""] : []), attempts].join("\n");
}

function rowOf(entry: TimelineEntry): string[] {
  if (entry.kind === "mail") return [formatMoment(entry.at), entry.title, entry.advice ?? "-", "-", "-"];
  const { title, step, advice, address, requestId } = entry.event;
  const what = step === null ? title : `${step}: ${title}`;
  return [formatMoment(entry.at), what, advice ?? "-", address ?? "-", requestId];
}
