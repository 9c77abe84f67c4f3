"use client";

import { type ChangeEvent, type FocusEvent, type KeyboardEvent, useCallback, useRef } from "react";
import type { Column } from "@/lib/sql/tables/resource";
import { isNeverEmpty } from "../values/value-check";
import type { CellEdit } from "./cell-edit";
import classes from "./cell-editor.module.css";
import { withBreaksOf } from "./line-breaks";
import type { CellEditing } from "./use-cell-edit";

interface Props {
  editing: CellEditing;
  edit: CellEdit;
}

type Typed = HTMLInputElement | HTMLTextAreaElement;

/** The field that edits a value: a list of choices, a single line, or several lines. */
export function CellField({ editing, edit }: Props) {
  const { editorId } = editing;
  const { column, draft, isWide, isSaving, message, readOnlyReason, seen, placeholder } = edit;
  /** Whether the choice was made by keys, which pass through other choices, and so must not save each. */
  const isByKeys = useRef(false);
  const take = useCallback((element: Typed | HTMLSelectElement | null) => {
    if (!element || element.ownerDocument.activeElement === element) return;
    element.focus({ preventScroll: true });
    if ("setSelectionRange" in element) element.setSelectionRange(element.value.length, element.value.length);
  }, []);
  const shared = {
    id: editorId,
    ref: take,
    "aria-label": column.name,
    "aria-describedby": `${editorId}-message`,
    "aria-invalid": message !== null,
    "aria-busy": isSaving || seen === undefined,
    className: classes.field,
    spellCheck: false,
    autoComplete: "off",
    onBlur: (event: FocusEvent) => isLeft(event, editorId) && editing.leave(),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      isByKeys.current = true;
      hearKey(event, editing, edit);
    },
  };
  if (readOnlyReason === null && (column.input === "boolean" || column.input === "enum")) {
    const choices = choicesOf(column, draft, placeholder);
    return (
      <select
        {...shared}
        value={choices.findIndex(({ value }) => value === draft)}
        onPointerDown={() => {
          isByKeys.current = false;
        }}
        onChange={(event) => {
          const value = choices[Number(event.currentTarget.value)]?.value ?? null;
          if (isSaving) return;
          editing.type(value);
          if (!isByKeys.current && edit.restorePointReason === null) editing.save(value, "stay");
        }}
      >
        {choices.map(({ label }, index) => (
          <option key={label} value={index}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  const nothing = draft === null || isNeverEmpty(column) ? (placeholder ?? "NULL") : "empty";
  const text = {
    ...shared,
    value: draft === null ? "" : labelOf(column, draft),
    readOnly: isSaving || readOnlyReason !== null,
    placeholder: seen === undefined ? "Reading the value …" : nothing,
    onChange: (event: ChangeEvent<Typed>) => editing.type(withBreaksOf(draft, event.currentTarget.value)),
  };
  if (isWide) return <textarea {...text} rows={Math.min(14, Math.max(3, text.value.split("\n").length + 1))} />;
  return <input {...text} type="text" inputMode={column.input === "number" ? "decimal" : "text"} />;
}

/** Returns whether the field lost the focus to another element, rather than with the window or to its own bar. */
function isLeft({ currentTarget, relatedTarget }: FocusEvent, editorId: string): boolean {
  if (document.activeElement === currentTarget) return false;
  return !document.getElementById(`${editorId}-box`)?.contains(relatedTarget);
}

function hearKey(event: KeyboardEvent<HTMLElement>, { save, cancel, type }: CellEditing, edit: CellEdit): void {
  const { column, draft, isWide, readOnlyReason } = edit;
  const isCommand = event.ctrlKey || event.metaKey;
  const mayChange = readOnlyReason === null;
  if (event.nativeEvent.isComposing) return;
  if (event.key === "Enter" && mayChange && isNewLine(event, column.input === "json")) {
    if (isWide || column.input !== "text") return;
    type(withNewLine(event.currentTarget as HTMLInputElement), true);
  } else if (event.key === "Enter") mayChange ? save(draft, "down") : cancel();
  else if (event.key === "Tab") save(draft, event.shiftKey ? "left" : "right");
  else if (event.key === "Escape") cancel();
  else if (event.key === "Delete" && isCommand && mayChange) save(null, "stay");
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Returns whether Enter inserts a new line. In JSON it does, and Ctrl Enter saves; elsewhere Shift Enter does. */
function isNewLine({ shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent, isJson: boolean): boolean {
  return isJson ? !(ctrlKey || metaKey) : shiftKey || altKey;
}

function withNewLine({ value, selectionStart, selectionEnd }: HTMLInputElement): string {
  return `${value.slice(0, selectionStart ?? value.length)}\n${value.slice(selectionEnd ?? value.length)}`;
}

function choicesOf(column: Column, draft: string | null, placeholder: string | null) {
  const { input, labels, isNullable } = column;
  const values = input === "boolean" ? ["t", "f"] : labels;
  const choices = values.map((value) => ({ value, label: labelOf(column, value) }));
  return isNullable || draft === null ? [{ value: null, label: placeholder ?? "NULL" }, ...choices] : choices;
}

function labelOf({ input }: Column, value: string): string {
  return input === "boolean" ? (value === "t" ? "true" : "false") : value;
}
