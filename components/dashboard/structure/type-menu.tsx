"use client";

import { Button, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import type { ObjectDefinition } from "@/lib/sql/structure/resource";
import { UndoDialog, type UndoVerbs } from "../undo/undo-dialog";
import type { ListDependents } from "./form-dialog";
import type { SqlForm } from "./forms/form";
import * as forms from "./forms/type-forms";
import { useOffer } from "./use-offer";

const FormDialog = lazy(() => import("./form-dialog"));

interface Props {
  databaseId: string;
  /** The address of the database. */
  home: string;
  type: ObjectDefinition;
  listDependents: ListDependents;
  undoVerbs: UndoVerbs;
}

/** The menu of a type, whose items open a form each. */
export function TypeMenu({ databaseId, home, type, listDependents, undoVerbs }: Props) {
  const [form, setForm] = useState<SqlForm | null>(null);
  const { undoing, setUndoing, offer } = useOffer();
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" size="xs" aria-label="Actions for the type" px={8}>
            <IconDots size={16} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {type.kind === "enum" && (
            <>
              <Menu.Item onClick={() => setForm(forms.addLabelForm(type))}>Add value</Menu.Item>
              <Menu.Item onClick={() => setForm(forms.renameLabelForm(type))}>Rename value</Menu.Item>
            </>
          )}
          <Menu.Item onClick={() => setForm(forms.renameTypeForm(type))}>Rename type</Menu.Item>
          <Menu.Item color="red" onClick={() => setForm(forms.dropTypeForm(type, `${home}/tables/objects?kind=types`))}>
            Drop type
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog opened={form !== null} onClose={() => setForm(null)} title={form?.title} size="lg">
        {form && (
          <Suspense>
            <FormDialog
              databaseId={databaseId}
              editor={`${home}/sql`}
              form={form}
              listDependents={listDependents}
              onClose={() => setForm(null)}
              onDone={({ change }, values) => {
                setForm(null);
                offer(form.done, change, form.goTo?.(values));
              }}
            />
          </Suspense>
        )}
      </Dialog>
      <UndoDialog changeId={undoing} onClose={() => setUndoing(null)} verbs={undoVerbs} />
    </>
  );
}
