import type { TableName } from "@/lib/sql/customer-session/quoting";
import type { TableKind } from "@/lib/sql/tables/resource";

export interface StructureColumn {
  name: string;
  /** The declared type, such as `numeric(10,2)`. */
  type: string;
  isNullable: boolean;
  /** The default expression, or that of a generated column. */
  expression: string | null;
  generated: "stored" | "virtual" | null;
  identity: "always" | "by default" | null;
  /** The collation, where it is not that of the type. */
  collation: string | null;
  comment: string | null;
}

export const CONSTRAINT_KINDS = {
  p: "primary key",
  u: "unique",
  f: "foreign key",
  c: "check",
  x: "exclusion",
  t: "trigger",
} as const;

export interface StructureConstraint {
  name: string;
  kind: (typeof CONSTRAINT_KINDS)[keyof typeof CONSTRAINT_KINDS];
  columns: string[];
  /** The definition as PostgreSQL writes it, such as `CHECK ((price > 0))`. */
  definition: string;
  isValidated: boolean;
  isDeferrable: boolean;
  isDeferred: boolean;
  /** Whether the constraint is that of a parent table, where it is changed. */
  isInherited: boolean;
  /** The table that a foreign key references. */
  target: TableName | null;
  comment: string | null;
}

export interface StructureIndex {
  name: string;
  method: string;
  /** The indexed columns and expressions, each as PostgreSQL writes it. */
  keys: string[];
  /** The columns that are only included. */
  included: string[];
  /** The condition of a partial index. */
  condition: string | null;
  isUnique: boolean;
  isPrimary: boolean;
  /** Whether the index belongs to a constraint, with which it is dropped. */
  isOfConstraint: boolean;
  isValid: boolean;
  bytes: number;
  /** The scans since statistics were last reset. */
  scans: number;
  definition: string;
  comment: string | null;
}

export interface StructureTrigger {
  name: string;
  isEnabled: boolean;
  definition: string;
  comment: string | null;
}

export interface StructurePolicy {
  name: string;
  command: "ALL" | "SELECT" | "INSERT" | "UPDATE" | "DELETE";
  isPermissive: boolean;
  roles: string[];
  using: string | null;
  check: string | null;
  comment: string | null;
}

export interface StructureSizes {
  /** The rows, without indexes and TOAST. */
  table: number;
  indexes: number;
  toast: number;
  total: number;
}

export interface TableStructure extends TableName {
  kind: TableKind;
  owner: string;
  comment: string | null;
  isUnlogged: boolean;
  columns: StructureColumn[];
  constraints: StructureConstraint[];
  indexes: StructureIndex[];
  triggers: StructureTrigger[];
  policies: StructurePolicy[];
  rowSecurity: "off" | "on" | "forced";
  sizes: StructureSizes;
  /** The number of rows by the last ANALYZE; `null` without statistics. */
  estimatedRows: number | null;
  /** ISO 8601, UTC; by hand or automatically, the later of both. */
  vacuumedAt: string | null;
  analyzedAt: string | null;
  /** The foreign keys of other tables that reference this one. */
  referencedBy: { table: TableName; name: string; definition: string }[];
  /** The table that this one is a partition of, or inherits from. */
  parents: (TableName & { bound: string | null })[];
  /** The key by which the table is partitioned, such as `RANGE (day)`. */
  partitionKey: string | null;
  partitions: (TableName & { bound: string | null })[];
  /** The number of partitions and of tables that inherit, of which `partitions` has the first. */
  partitionCount: number;
  /** The query of a view. */
  query: string | null;
  /** Whether there is more of something than the structure lists. */
  isCut: boolean;
}
export const OBJECT_KINDS = ["views", "functions", "types", "sequences", "extensions"] as const;
export type ObjectKindName = (typeof OBJECT_KINDS)[number];

export interface ListedObject {
  /** The object's id within the database, which a restore or a new definition may change. */
  id: string;
  schema: string;
  name: string;
  /** The text that tells it apart and says most: a signature, the values of an enum, a version. */
  detail: string;
  /** A few words, such as `sql, stable`. */
  kind: string;
  comment: string | null;
}

export interface ObjectPage {
  objects: ListedObject[];
  hasMore: boolean;
}

export interface ObjectDefinition extends ListedObject {
  text: string;
  /** The values of an enum, in their order; only a type has them. */
  labels?: string[];
}
