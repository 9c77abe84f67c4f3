import type { FormAction } from "@/components/ui/form-action";
import type { TableChoice } from "@/lib/services/realtime/changes/tables/resource";
import type { Outcome } from "@/lib/web/resource";

/** The actions of a member on a project's published tables. */
export interface TableChanges {
  choose: FormAction;
  publish: FormAction;
  repair: (table: string, audience: string) => Promise<Outcome>;
  unpublish: (table: string, previous: Outcome | null, form: FormData) => Promise<Outcome>;
}

/** The subject of a dialog: a table, or with `table` left out one that is to be chosen. */
export type TableQuestion =
  | { kind: "publish"; table?: TableChoice }
  | { kind: "unpublish"; table: TableChoice }
  | { kind: "choose" };
