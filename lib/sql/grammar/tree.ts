/** Calls `visit` with the kind and the content of every node of a parse tree, outermost first. */
export function walkTree(value: unknown, visit: (kind: string, body: Record<string, unknown>) => void): void {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const node = open.pop();
    if (Array.isArray(node)) {
      for (let index = node.length - 1; index >= 0; index -= 1) open.push(node[index]);
    } else if (isRecord(node)) {
      for (const [key, child] of Object.entries(node).reverse()) {
        open.push(child);
        if (isRecord(child)) visit(key, child);
      }
    }
  }
}

/** Returns the tree as text, without the positions of its nodes and without the fields called `leftOut`. */
export function withoutPlaces(tree: unknown, leftOut?: string): string {
  return JSON.stringify(tree, (key, value) =>
    key === leftOut || /(?:^|_)location$|^(?:rexpr_)?list_(?:start|end)$/.test(key) ? undefined : value,
  );
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the parts of a name, such as `["pg_catalog", "now"]`, without nodes other than `String`. */
export function namesOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((part: unknown) => {
    const text = isRecord(part) && isRecord(part.String) ? part.String.sval : undefined;
    return typeof text === "string" ? [text] : [];
  });
}
