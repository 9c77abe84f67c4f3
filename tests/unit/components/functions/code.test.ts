import { CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { javascript } from "@codemirror/lang-javascript";
import { EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import {
  filesOf,
  isSame,
  mergeFiles,
  NEW_FILES,
  readKept,
  refuseName,
} from "@/components/dashboard/functions/code/draft-files";
import { completionSource } from "@/components/dashboard/functions/code/runtime-completion";
import { CALLER_FIELDS, EXPORTS } from "@/components/dashboard/functions/code/runtime-names";
import { readHeaders } from "@/components/dashboard/functions/try/ask";
import { PROVIDED_MODULE } from "@/lib/infra/workerd/modules";

function complete(doc: string): string[] {
  const state = EditorState.create({ doc, extensions: [javascript({ typescript: true })] });
  const found = completionSource(["STRIPE_KEY"])(new CompletionContext(state, doc.length, false));
  return ((found as CompletionResult | null)?.options ?? []).map(({ label }) => label);
}

describe("the completions of the functions' editor", () => {
  it("has the runtime's names, where it can stand", () => {
    expect(complete('import { caller } from "c')).toContain("coppice");
    expect(complete('import pg from "')).toContain("pg");
    expect(complete("caller().")).toEqual(CALLER_FIELDS.map(({ label }) => label));
    expect(complete("const key = process.env.S")).toEqual(["DATABASE_URL", "STRIPE_KEY"]);
    expect(complete("const who = cal")).toEqual(["caller"]);
    expect(complete("thing.cal")).toEqual([]);
  });

  it("is exported by the module that functions get", () => {
    for (const { label } of EXPORTS) expect(PROVIDED_MODULE).toContain(`export function ${label}(`);
  });
});

describe("the files in the editor", () => {
  const kept = { base: 1, ...NEW_FILES };

  it("are those of the version that answers, a first file where none does, and none for a bundle", () => {
    expect(filesOf(null)).toEqual({ base: null, ...NEW_FILES });
    expect(filesOf({ version: 2, entry: "a.ts", files: { "a.ts": "" } })).toMatchObject({ base: 2, entry: "a.ts" });
    expect(filesOf({ version: 2, entry: null, files: null })).toBeNull();
  });

  it("differ by names, texts and the entry, from any version", () => {
    expect(isSame(kept, { ...kept, base: 2 })).toBe(true);
    expect(isSame(kept, { ...kept, files: { ...kept.files, "b.ts": "" } })).toBe(false);
    expect(isSame(kept, { ...kept, files: { "index.ts": "" } })).toBe(false);
    expect(isSame(kept, null)).toBe(false);
  });

  it("are read from the browser as they were kept, and nothing else is", () => {
    expect(readKept(JSON.stringify(kept))).toEqual(kept);
    const others = [null, "", "{}", "[]", "null", JSON.stringify({ ...kept, entry: "gone.ts" })];
    for (const text of [...others, JSON.stringify({ ...kept, files: { "index.ts": 1 } })])
      expect(readKept(text)).toBeNull();
  });

  it("DA-H1: of two windows come together; a file that both have changed is there twice", () => {
    const set = (files: Record<string, string>) => ({ base: 1, entry: "index.ts", files });
    const before = set({ "index.ts": "a", "b.ts": "b", "gone.ts": "g" });
    const mine = set({ "index.ts": "mine", "b.ts": "b", "new.ts": "n", "gone.ts": "g" });
    expect(mergeFiles(before, mine, set({ "index.ts": "a", "b.ts": "theirs" })).files).toEqual({
      "index.ts": "mine",
      "b.ts": "theirs",
      "new.ts": "n",
    });
    expect(mergeFiles(before, mine, set({ "index.ts": "theirs", "b.ts": "b", "index-2.ts": "" })).files).toEqual({
      "index.ts": "mine",
      "index-3.ts": "theirs",
      "b.ts": "b",
      "new.ts": "n",
      "index-2.ts": "",
    });
    expect(mergeFiles(before, set({ "index.ts": "a" }), set({ ...before.files, "b.ts": "typed" })).files).toEqual({
      "index.ts": "a",
      "b.ts": "typed",
    });
  });

  it("have names that are relative paths, each once", () => {
    expect(refuseName("lib/mail.ts", ["index.ts"])).toBeNull();
    for (const name of ["", "/a.ts", "../a.ts", "a//b.ts", "index.ts"])
      expect(refuseName(name, ["index.ts"])).not.toBeNull();
  });
});

describe("headers to send", () => {
  it("are one a line, and a line that is none is named", () => {
    expect(readHeaders("A: 1\n\nContent-Type:text/plain; a=b:c")).toEqual([
      ["A", "1"],
      ["Content-Type", "text/plain; a=b:c"],
    ]);
    expect(readHeaders("A: 1\nnone")).toEqual({ wrong: "none" });
  });
});
