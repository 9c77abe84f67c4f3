"use client";

import { lazy, type ReactNode, Suspense, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { UndoDialog, type UndoVerbs } from "../undo/undo-dialog";
import type { SqlForm } from "./forms/form";
import type { ListDependents } from "./use-dependents";
import { useOffer } from "./use-offer";

/** The forms are loaded when the first one is opened. */
const FormDialog = lazy(() => import("./form-dialog"));

interface Props {
  databaseId: string;
  /** The address of the database. */
  home: string;
  /** Absent where no form drops anything. */
  listDependents?: ListDependents;
  /** The verbs that undo; `null` for a member who may not change data. */
  undoVerbs: UndoVerbs | null;
  /** The form that is open from the start. */
  first?: SqlForm | null;
  /** The content, which is given the function that opens forms. */
  children: (open: (form: SqlForm) => void) => ReactNode;
}

/** Shows the form that is opened inside in a dialog, and offers to undo its change. */
export function FormOpener({ databaseId, home, listDependents, undoVerbs, first = null, children }: Props) {
  const [form, setForm] = useState<SqlForm | null>(first);
  const { undoing, setUndoing, offer } = useOffer();
  return (
    <>
      {children(setForm)}
      <Dialog opened={form !== null} onClose={() => setForm(null)} title={form?.title} size="lg">
        {form && (
          <Suspense>
            <FormDialog
              databaseId={databaseId}
              editor={`${home}/sql`}
              form={form}
              {...(listDependents && { listDependents })}
              onClose={() => setForm(null)}
              onDone={({ change }, values) => {
                setForm(null);
                offer(form.done, change, form.goTo?.(values));
              }}
            />
          </Suspense>
        )}
      </Dialog>
      {undoVerbs && <UndoDialog changeId={undoing} onClose={() => setUndoing(null)} verbs={undoVerbs} />}
    </>
  );
}
