import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import { FILES } from "./configuration";

const MARK = "//# sourceMappingURL=data:application/json;base64,";
/** Reading a map may keep this process busy, for some 50 milliseconds where it is as large as this. */
const MOST_CHARACTERS = 512 * 1024;
/** A stack has ten frames, unless the function has asked for more. */
const MOST_POSITIONS = 20;
const MOST_NAME_CHARACTERS = 200;
const POSITION = new RegExp(String.raw`\b${FILES.script.replace(".", String.raw`\.`)}:(\d+):(\d+)`, "g");

/**
 * Returns a function that puts positions in the function's files in place of positions in its bundle, by the source map
 * at its end (ECMA-426). The map is its author's, so that one that can't be read, or is large, is left alone.
 */
export function positionsOf(script: string): (text: string) => string {
  const at = script.lastIndexOf(MARK);
  const encoded = at === -1 ? "" : script.slice(at + MARK.length).trim();
  if (encoded === "" || encoded.length > MOST_CHARACTERS) return (text) => text;
  // The text would keep the whole script in memory, of which it is a part.
  const bytes = Buffer.from(encoded, "base64");
  let map: TraceMap | null | undefined;
  return (text) => {
    if (!text.includes(FILES.script)) return text;
    if (map === undefined) map = read(bytes);
    let left = MOST_POSITIONS;
    return text.replace(POSITION, (known, line, column) => {
      if (!map || left === 0) return known;
      left -= 1;
      return original(map, Number(line), Number(column)) ?? known;
    });
  };
}

function read(bytes: Buffer): TraceMap | null {
  try {
    return new TraceMap(bytes.toString("utf8"));
  } catch {
    return null;
  }
}

/** Columns are counted from 1 by the engine, and from 0 by maps. */
function original(map: TraceMap, line: number, column: number): string | null {
  try {
    const found = originalPositionFor(map, { line, column: column - 1 });
    if (found.source === null) return null;
    const name = found.source
      .replace(/^files:/, "")
      .replace(/\s+/g, " ")
      .slice(0, MOST_NAME_CHARACTERS);
    return `${name}:${found.line}:${found.column + 1}`;
  } catch {
    return null;
  }
}
