import { parentPort } from "node:worker_threads";
import { hasSqlDetails, parse, scan } from "libpg-query";
import type { ParserAnswer, ParserFailure, ParserTask } from "./parser";

/** The scanner writes these down as they are, which its JSON doesn't allow. A space takes as many bytes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are meant
const CONTROL = /[\x01-\x08\x0b\x0c\x0e-\x1f]/g;

/** Runs in a thread of its own: reading a long text takes longer than other requests may wait. */
parentPort?.on("message", async (task: ParserTask) => {
  const answer = await read(task).catch((error: unknown) => ({ failure: failureOf(error) }));
  parentPort?.postMessage(answer satisfies ParserAnswer);
});

async function read({ kind, text }: ParserTask): Promise<ParserAnswer> {
  // Text and numbers cross over to the other thread faster than a tree of objects.
  if (kind === "parse") return { tree: JSON.stringify(await parse(text)) };
  const { tokens } = await scan(text.replace(CONTROL, " "));
  return { tokens: Int32Array.from(tokens.flatMap(({ start, end, tokenType }) => [start, end, tokenType])) };
}

function failureOf(error: unknown): ParserFailure {
  const message = error instanceof Error ? error.message : String(error);
  if (!hasSqlDetails(error)) return { kind: "depth", message, position: null };
  const position = error.sqlDetails?.cursorPosition ?? -1;
  return { kind: "grammar", message, position: position < 0 ? null : position };
}
