import type { ParsedStatement } from "./parse";
import { namesOf, walkTree } from "./tree";

/** The statements whose text does not show the code they run. */
const OPAQUE: ReadonlySet<string> = new Set(["ExecuteStmt", "FetchStmt"]);

/**
 * Returns the bare names of the functions that a query calls. `isKnown` is false where it does more than its functions
 * do, such as locking rows, or where its text does not show the functions it calls.
 */
export function callsWithin({ kind, body }: Pick<ParsedStatement, "kind" | "body">): {
  isKnown: boolean;
  functions: string[];
} {
  const functions = new Set<string>();
  let isKnown = !OPAQUE.has(kind);
  walkTree(body, (within, node) => {
    if (within === "LockingClause" || OPAQUE.has(within)) isKnown = false;
    const name = within === "FuncCall" ? namesOf(node.funcname).at(-1) : undefined;
    if (name !== undefined) functions.add(name);
  });
  return { isKnown, functions: [...functions] };
}
