import { readFileSync } from "node:fs";

/** One fenced block of a page. */
export interface GuideBlock {
  /** The nearest heading above it. */
  heading: string;
  language: string;
  /** The file that the reader is to make of it, which follows the language. */
  file: string | null;
  text: string;
}

const LINE = /^(?:```(?<language>\S+)(?: (?<file>.+))?|#{2,} (?<heading>.+))$/;

/** Returns the blocks of docs/guides/<name>.md in their order. */
export const readGuide = (name: string): GuideBlock[] => readPage(`guides/${name}`);

/** Returns the blocks below these headings; before the first one, the heading is empty. */
export const under = (blocks: readonly GuideBlock[], ...headings: string[]): GuideBlock[] =>
  blocks.filter(({ heading }) => headings.includes(heading));

/** Returns the text of the file that the reader of a page is to make. */
export function textOf(blocks: readonly GuideBlock[], file: string): string {
  const found = blocks.find((block) => block.file === file);
  if (!found) throw new Error(`The page makes no ${file}.`);
  return found.text;
}

/** Returns the blocks of docs/<name>.md in their order. */
export function readPage(name: string): GuideBlock[] {
  const blocks: GuideBlock[] = [];
  let heading = "";
  let open: { block: GuideBlock; lines: string[] } | null = null;
  for (const line of readFileSync(`docs/${name}.md`, "utf8").split("\n")) {
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
