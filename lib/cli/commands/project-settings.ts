import { UsageError } from "@/lib/cli/command-line";
import type { ProjectSettings } from "@/lib/sign-in/projects/settings";

type Tree = { [key: string]: unknown };

/** Returns assignments such as `password.minLength=12` as one nested object; `null` without any. */
export function parseSettings(assignments: readonly string[]): Tree | null {
  if (assignments.length === 0) return null;
  return assignments.reduce<Tree>((tree, assignment) => {
    const { path, value } = parseAssignment(assignment);
    return assign(tree, path, value);
  }, {});
}

/** Returns every setting as its path and its value in JSON, as `parseSettings` reads it. */
export function listSettings(settings: ProjectSettings): [string, string][] {
  return leavesOf(settings);
}

function parseAssignment(assignment: string): { path: string[]; value: unknown } {
  const match = /^([A-Za-z]+(?:\.[A-Za-z]+)*)=(.*)$/s.exec(assignment);
  if (!match) throw new UsageError(`Use path=value, such as password.minLength=12, not "${assignment}".`);
  const [, path = "", text = ""] = match;
  return { path: path.split("."), value: parseValue(text) };
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function assign(tree: Tree, [key = "", ...rest]: readonly string[], value: unknown): Tree {
  if (rest.length === 0) return { ...tree, [key]: value };
  const inner = Object.hasOwn(tree, key) ? tree[key] : {};
  return { ...tree, [key]: assign(isTree(inner) ? inner : {}, rest, value) };
}

/** Settings whose value is an object with keys of the owner's choice, which is set as a whole. */
const OPEN: ReadonlySet<string> = new Set(["brand.texts", "token.claims"]);

function leavesOf(tree: Tree, prefix = ""): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    isTree(value) && !OPEN.has(`${prefix}${key}`)
      ? leavesOf(value, `${prefix}${key}.`)
      : [[`${prefix}${key}`, JSON.stringify(value)] as [string, string]],
  );
}

function isTree(value: unknown): value is Tree {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
