import { judge } from "@/lib/sql/grammar/effect";
import { parseStatements } from "@/lib/sql/grammar/parse";
import { type LeftOut, NUMBERED, type Tally } from "./left-out";
import { splitScript } from "./split";

/** A text has 500 statements and 100,000 characters at most. */
const RUN = { statements: 300, characters: 80_000 };

/** Returns the statements that the editor takes, in texts that it takes as one run. */
export async function runsOf(script: string, tally?: Tally): Promise<string[][]> {
  const runs: string[][] = [[]];
  let characters = 0;
  for (const text of splitScript(script)) {
    const why = await reasonAgainst(text);
    if (why !== null) {
      tally?.leaveOut(why);
      continue;
    }
    const last = runs.at(-1) ?? [];
    if (last.length < RUN.statements && characters + text.length < RUN.characters) last.push(text);
    else runs.push([text]);
    characters = runs.at(-1) === last ? characters + text.length : text.length;
  }
  return runs;
}

async function reasonAgainst(text: string): Promise<LeftOut | null> {
  try {
    const [statement, ...others] = await parseStatements(text);
    if (NUMBERED.test(text)) return "numbered";
    if (!statement || others.length > 0 || statement.placeholders.length > 0) return "form";
    return judge(statement).effect === "refused" ? "refused" : null;
  } catch {
    return "form";
  }
}
