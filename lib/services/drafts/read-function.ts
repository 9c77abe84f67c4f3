import { z } from "zod";
import { BundleError, type FunctionBundler } from "@/lib/core/ports/function-bundler";
import { UnfitAnswer } from "./make-draft";

export interface FunctionDraft {
  /** The text of each file, by its name. */
  files: Record<string, string>;
  entry: string;
  /** The callers whom it lets in, until someone decides otherwise. */
  access: "signed-in";
  warnings: string[];
}

const FileName = z.string().regex(/^(?!.*\.\.)[a-z0-9][a-z0-9._/-]{0,99}\.(ts|js|json)$/i);
const Answer = z.object({
  files: z.record(FileName, z.string().max(64_000)),
  entry: FileName,
});

const SUSPICIOUS: readonly [RegExp, string][] = [
  [/\beval\s*\(|\bnew\s+Function\s*\(/, "It runs code that it builds (eval)."],
  [/\b(select|insert|update|delete)\b[^`"'\n]*\$\{/i, "It puts values into the text of SQL. Use parameters."],
  [
    /["'`]\s*(select|insert|update|delete)\b[^"'`\n]*["'`]\s*\+/i,
    "It puts values into the text of SQL. Use parameters.",
  ],
  [
    /\b(sk|pk|mk|ghp|xox[bp])[_-][A-Za-z0-9_]{16,}|-----BEGIN [A-Z ]*PRIVATE KEY-----/,
    "It holds a string that looks like a secret.",
  ],
];

/** Returns the draft of a function that an answer holds. Throws `UnfitAnswer` for one that doesn't bundle. */
export async function readFunction(
  bundler: FunctionBundler,
  projectId: string,
  answer: string,
): Promise<FunctionDraft> {
  const { files, entry } = parse(answer);
  if (!Object.hasOwn(files, entry)) throw new UnfitAnswer(`There is no file ${entry}.`);
  const bundle = await bundler.bundle(projectId, { files, entry }).catch((error: unknown) => {
    if (error instanceof BundleError) throw new UnfitAnswer(error.message);
    throw error;
  });
  const hasFetch =
    bundle.exports.includes("fetch") || (bundle.exports.includes("default") && /\bfetch\b/.test(bundle.code));
  if (!hasFetch) throw new UnfitAnswer(`${entry} must export fetch, or an object with it as its default.`);
  return { files, entry, access: "signed-in", warnings: warningsOf(Object.values(files).join("\n")) };
}

function parse(answer: string): z.infer<typeof Answer> {
  const text = /```(?:json)?\s*\n([\s\S]*?)```/i.exec(answer)?.[1] ?? answer;
  try {
    return Answer.parse(JSON.parse(text));
  } catch {
    throw new UnfitAnswer('It must be JSON like {"files":{"index.ts":"…"},"entry":"index.ts"}.');
  }
}

function warningsOf(code: string): string[] {
  const hosts = [...code.matchAll(/https?:\/\/([a-z0-9.-]+)/gi)].map(([, host = ""]) => host.toLowerCase());
  const found = SUSPICIOUS.filter(([pattern]) => pattern.test(code)).map(([, warning]) => warning);
  return [...new Set([...found, ...hosts.map((host) => `It asks ${host}.`)])];
}
