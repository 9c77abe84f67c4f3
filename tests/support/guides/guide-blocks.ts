import { readFileSync } from "node:fs";

/** One fenced block of a guide. */
export interface GuideBlock {
  /** The nearest heading above it. */
  heading: string;
  language: string;
  /** What follows the language: the file that the reader is to make of it. */
  file: string | null;
  text: string;
}

const LINE = /^(?:```(?<language>\S+)(?: (?<file>.+))?|#{2,} (?<heading>.+))$/;

/** Returns the blocks of docs/guides/<name>.md in their order. */
export function readGuide(name: string): GuideBlock[] {
  const blocks: GuideBlock[] = [];
  let heading = "";
  let open: { block: GuideBlock; lines: string[] } | null = null;
  for (const line of readFileSync(`docs/guides/${name}.md`, "utf8").split("\n")) {
    if (open && line === "```") {
      blocks.push({ ...open.block, text: open.lines.join("\n") });
      open = null;
    } else if (open) {
      open.lines.push(line);
    } else {
      const found = LINE.exec(line)?.groups;
      heading = found?.heading ?? heading;
      if (found?.language) {
        open = { block: { heading, language: found.language, file: found.file ?? null, text: "" }, lines: [] };
      }
    }
  }
  return blocks;
}
