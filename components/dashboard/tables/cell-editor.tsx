"use client";

import { Popover } from "@mantine/core";
import { ROW_HEIGHT } from "../grid/grid-measures";
import classes from "./cell-editor.module.css";
import { CellField } from "./cell-field";
import { EditorBar } from "./editor-bar";
import type { CellEditing } from "./use-cell-edit";

interface Props {
  editing: CellEditing;
  /** The number of the row, starting with 1. */
  rowNumber: number;
}

/** The editor of a value: a field in its cell, or a box above it for long values. */
export function CellEditor({ editing, rowNumber }: Props) {
  const { edit, editorId } = editing;
  if (!edit) return null;
  const { column, isWide } = edit;
  const field = { editing, edit };
  return (
    <Popover
      opened
      position="bottom-start"
      offset={isWide ? -ROW_HEIGHT : 4}
      transitionProps={{ duration: 0 }}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withRoles={false}
      hideDetached={false}
      shadow="md"
      // A box over its cell moves up where there is no room below. The bar of a field changes sides.
      middlewares={
        isWide ? { flip: false, shift: { padding: 8, crossAxis: true } } : { flip: true, shift: { padding: 8 } }
      }
    >
      <Popover.Target>
        <div className={classes.place}>{!isWide && <CellField {...field} />}</div>
      </Popover.Target>
      <Popover.Dropdown p={0} id={`${editorId}-box`} role="dialog" aria-label={`${column.name} of row ${rowNumber}`}>
        <div className={isWide ? classes.wide : classes.bar}>
          {isWide && <CellField {...field} />}
          <EditorBar editing={editing} edit={edit} messageId={`${editorId}-message`} />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
