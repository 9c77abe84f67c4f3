import { z } from "zod";

export interface Collection {
  name: string;
  /** The number of documents by the last ANALYZE; `null` without statistics. */
  estimatedDocuments: number | null;
  /** The size with indexes. */
  bytes: number;
  /** The JSON Schema that documents saved here must fit, as text; `null` without one. */
  jsonSchema: string | null;
}

export interface ListedDocument {
  id: string;
  /** The text of the document, cut after `MAX_PREVIEW_CHARACTERS`. */
  preview: string;
  bytes: number;
  /** The time of the last change as Postgres writes it, UTC. */
  updatedAt: string;
}

export interface BrowsedDocuments {
  collection: Collection;
  documents: ListedDocument[];
  rowsBefore: number;
  previous: string | null;
  next: string | null;
}

export interface ReadDocument {
  id: string;
  /** The stored text, on one line, which a change of the document expects. */
  stored: string;
  /** The same text in indented lines; numbers keep every digit. */
  text: string;
}

export interface ImportedDocuments {
  documents: number;
  /** The change to undo; `null` when a restore point was taken instead. */
  changeId: string | null;
  restorePointId: string | null;
}

export const PATH_OPERATORS = {
  equals: "==",
  differs: "!=",
  less: "<",
  "at most": "<=",
  greater: ">",
  "at least": ">=",
  contains: "like_regex",
  "starts with": "starts with",
  exists: null,
  "does not exist": null,
} as const;

export type PathOperator = keyof typeof PATH_OPERATORS;

export const DocumentFilter = z.strictObject({
  /** A path such as `$.address.city`, or any SQL/JSON path expression. */
  path: z.string().trim().min(1).max(500),
  operator: z.enum(Object.keys(PATH_OPERATORS) as [PathOperator, ...PathOperator[]]),
  /** A JSON scalar; anything else is taken as text. */
  value: z.string().max(1_000).optional(),
});
export type DocumentFilter = z.infer<typeof DocumentFilter>;
