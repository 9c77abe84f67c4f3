import type { ObjectKindName } from "@/lib/sql/structure/resource";

interface ObjectKind {
  label: string;
  /** The text for a database that has none of them. */
  empty: string;
}

/** The kinds of objects that are no tables, in the order of their tabs. */
export const OBJECT_KINDS: Readonly<Record<ObjectKindName, ObjectKind>> = {
  views: { label: "Views", empty: "No views. A view is a query with a name." },
  functions: { label: "Functions", empty: "No functions or procedures." },
  types: { label: "Types", empty: "No enums, domains, or other types." },
  sequences: { label: "Sequences", empty: "No sequences. An identity column makes one." },
  extensions: { label: "Extensions", empty: "No extensions." },
};
