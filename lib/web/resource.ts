import type { RowFailure } from "@/lib/sql/data-changes/resource";

export type Outcome<Value = unknown> = { isDone: true; value: Value } | Refused;

export interface Refused {
  isDone: false;
  message: string;
  /** The change is possible with a restore point taken first; this text says why that is needed. */
  restorePointReason?: string;
  /** Why each of several changes was refused. */
  failures?: readonly RowFailure[];
}

/** One page of the documentation, as menus show it. */
export interface DocLink {
  href: `/docs/${string}`;
  title: string;
  description: string;
  /** The page has a content security policy of its own, which needs a full load. */
  hasOwnPolicy?: boolean;
}

export interface DocLinkGroup {
  title: string;
  pages: readonly DocLink[];
}

/** A page of the documentation with its headings, as a search finds them. */
export interface OutlinedDoc extends Pick<DocLink, "href" | "title" | "description"> {
  headings: readonly { title: string; id: string }[];
}
