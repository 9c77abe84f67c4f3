import type { AppliedRowChanges, UndoPreview } from "@/lib/sql/data-changes/resource";
import type { BrowsedTable } from "@/lib/sql/tables/resource";
import type { Outcome } from "@/lib/web/resource";
import type { RowView } from "../addresses/row-address";

export interface RowBrowserProps {
  base: string;
  view: Required<Omit<RowView, "cursor">> & { cursor?: string | undefined };
  table: BrowsedTable;
  /** The name under which the browser keeps how this member has arranged the columns. */
  keptAs: string;
  canWrite: boolean;
  changeRows: (changes: unknown, mayKeepDatabase: boolean) => Promise<Outcome<AppliedRowChanges>>;
  previewChanges: (changes: unknown) => Promise<Outcome<{ text: string }>>;
  undoChange: (changeId: string) => Promise<Outcome<unknown>>;
  previewUndo: (changeId: string) => Promise<Outcome<UndoPreview>>;
  countRows: (selection: unknown) => Promise<Outcome<{ count: number }>>;
  readValue: (place: unknown) => Promise<Outcome<{ text: string | null }>>;
}
