export type ReadArray = (string | null | ReadArray)[];

/** Reads an array as PostgreSQL writes it, such as `{1,"two, three",NULL,{4}}`; `null` for anything else. */
export function readArray(text: string): ReadArray | null {
  const start = /^\[[\d:[\]-]+\]=/.exec(text)?.[0].length ?? 0;
  const read = text[start] === "{" ? readItems(text, start + 1) : null;
  return read?.end === text.length ? read.items : null;
}

const ITEM = /"((?:[^"\\]|\\[\s\S])*)"|((?:[^",{}\\]|\\[\s\S])+)/y;

function readItems(text: string, start: number): { items: ReadArray; end: number } | null {
  const items: ReadArray = [];
  let place = start;
  if (text[place] === "}") return { items, end: place + 1 };
  for (;;) {
    if (text[place] === "{") {
      const inner = readItems(text, place + 1);
      if (!inner) return null;
      items.push(inner.items);
      place = inner.end;
    } else {
      ITEM.lastIndex = place;
      const found = ITEM.exec(text);
      if (!found) return null;
      items.push(found[2] === "NULL" ? null : unescaped(found[1] ?? found[2] ?? ""));
      place = ITEM.lastIndex;
    }
    if (text[place] === "}") return { items, end: place + 1 };
    if (text[place] !== ",") return null;
    place += 1;
  }
}

const unescaped = (text: string) => text.replace(/\\([\s\S])/g, "$1");

const FIELD = /"((?:[^"\\]|""|\\[\s\S])*)"|([^",()]*)/y;

/** Reads a composite value as PostgreSQL writes it, such as `(1,"a ""b""",)`; `null` for anything else. */
export function readRecord(text: string): (string | null)[] | null {
  if (!/^\([\s\S]*\)$/.test(text)) return null;
  const fields: (string | null)[] = [];
  let place = 1;
  for (;;) {
    FIELD.lastIndex = place;
    const found = FIELD.exec(text);
    if (!found) return null;
    fields.push(found[1] === undefined ? found[2] || null : unescaped(found[1].replaceAll('""', '"')));
    place = FIELD.lastIndex;
    if (text[place] === ")") return place === text.length - 1 ? fields : null;
    if (text[place] !== ",") return null;
    place += 1;
  }
}
