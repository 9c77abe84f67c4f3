import type { DatabaseWithOrigin } from "@/lib/hosting/databases/resource";

type TreeDatabase = Pick<DatabaseWithOrigin, "id" | "parentDatabaseId">;

/** Returns databases with their depth in the tree of branches. A branch whose parent is deleted is a root. */
export function asTree<Item extends TreeDatabase>(databases: readonly Item[]): { item: Item; depth: number }[] {
  const ids = new Set(databases.map(({ id }) => id));
  const children = new Map<string | null, Item[]>();
  for (const item of databases) {
    const parent = item.parentDatabaseId !== null && ids.has(item.parentDatabaseId) ? item.parentDatabaseId : null;
    children.set(parent, [...(children.get(parent) ?? []), item]);
  }
  const below = (parent: string | null, depth: number): { item: Item; depth: number }[] =>
    (children.get(parent) ?? []).flatMap((item) => [{ item, depth }, ...below(item.id, depth + 1)]);
  return below(null, 0);
}
