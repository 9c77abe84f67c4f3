"use client";

import { Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { IconButton } from "@/components/ui/icon-button";
import type { ObjectDefinition } from "@/lib/sql/structure/resource";
import type { UndoVerbs } from "../undo/undo-dialog";
import { FormOpener } from "./form-opener";
import * as forms from "./forms/type-forms";
import type { ListDependents } from "./use-dependents";

interface Props {
  databaseId: string;
  /** The address of the database. */
  home: string;
  type: ObjectDefinition;
  listDependents: ListDependents;
  undoVerbs: UndoVerbs;
}

/** The menu of a type, whose items open a form each. */
export function TypeMenu({ type, ...props }: Props) {
  return (
    <FormOpener {...props}>
      {(open) => (
        <Menu position="bottom-end">
          <Menu.Target>
            <IconButton aria-label="Actions for the type">
              <IconDots size={16} aria-hidden />
            </IconButton>
          </Menu.Target>
          <Menu.Dropdown>
            {type.kind === "enum" && (
              <>
                <Menu.Item onClick={() => open(forms.addLabelForm(type))}>Add value</Menu.Item>
                <Menu.Item onClick={() => open(forms.renameLabelForm(type))}>Rename value</Menu.Item>
              </>
            )}
            <Menu.Item onClick={() => open(forms.renameTypeForm(type))}>Rename type</Menu.Item>
            <Menu.Item
              color="red"
              onClick={() => open(forms.dropTypeForm(type, `${props.home}/tables/objects?kind=types`))}
            >
              Drop type
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </FormOpener>
  );
}
