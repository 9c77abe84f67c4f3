"use client";

import { Button } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconFilter } from "@tabler/icons-react";
import { useRef } from "react";
import { showRefusal } from "@/components/ui/announce";
import type { FilterFault, RowFilter } from "@/lib/sql/tables/filters/resource";
import type { Column } from "@/lib/sql/tables/resource";
import { type RowView, rowAddress } from "../addresses/row-address";
import { ConditionChip } from "./condition-chip";
import { ConditionEditor, type Editing, isOpenAt, type OpenCondition } from "./condition-editor";
import {
  alternativesOf,
  conditionAt,
  countOf,
  type FilterPlace,
  MAX_CONDITIONS,
  numberOf,
  withoutCondition,
} from "./filter-edit";
import classes from "./row-filters.module.css";

interface Props {
  base: string;
  view: RowView;
  columns: readonly Column[];
  faults: readonly FilterFault[];
  /** The condition that is being edited. */
  open: OpenCondition | null;
  setOpen: (place: OpenCondition | null) => void;
  /** Shows the rows at an address. */
  go: (address: string) => void;
}

/** Longer addresses are refused by servers on the way. */
const MAX_ADDRESS = 7_500;

/** The filter of a table as chips. Its conditions are in the address, so that a view can be bookmarked and shared. */
export function RowFilters({ base, view, columns, faults, open, setOpen, go }: Props) {
  const add = useRef<HTMLButtonElement>(null);
  const filters = view.filters ?? [];
  const isFull = countOf(filters) >= MAX_CONDITIONS || columns.length === 0;
  const end: FilterPlace = { entry: filters.length, alternative: 0 };
  useHotkeys([["/", () => (isFull ? add.current?.focus() : setOpen(end))]]);
  const show = (next: readonly RowFilter[], then?: FilterPlace) => {
    const address = rowAddress(base, { ...view, filters: next, cursor: undefined });
    if (address.length > MAX_ADDRESS) return showRefusal("This filter is too long for an address. Use the SQL editor.");
    setOpen(then ?? null);
    go(address);
  };
  const editing: Editing = { filters, columns, open, setOpen, show };
  const remove = (place: FilterPlace) => {
    add.current?.focus();
    show(withoutCondition(filters, place));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form
    <div role="group" aria-label="Filter" className={classes.line} data-filters>
      <ConditionEditor place={end} editing={editing}>
        <Button
          ref={add}
          variant="default"
          size="compact-sm"
          leftSection={<IconFilter size={14} aria-hidden />}
          title="Filter (/)"
          disabled={isFull}
          onClick={() => setOpen(end)}
        >
          Filter
        </Button>
      </ConditionEditor>
      {filters.map((_, entry) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other identity
        <Entry key={entry} entry={entry} editing={editing} faults={faults} onRemove={remove} />
      ))}
      {filters.length > 1 && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => show([])}>
          Clear
        </Button>
      )}
    </div>
  );
}

interface EntryProps extends Pick<Props, "faults"> {
  entry: number;
  editing: Editing;
  onRemove: (place: FilterPlace) => void;
}

/** One condition, or several of which a row must meet one. */
function Entry({ entry, editing, faults, onRemove }: EntryProps) {
  const { filters, open, setOpen } = editing;
  const places: FilterPlace[] = alternativesOf(filters[entry]).map((_, alternative) => ({ entry, alternative }));
  if (open?.entry === entry && open.alternative === places.length) places.push(open);
  return (
    <span className={classes.entry} data-group={places.length > 1 || undefined}>
      {places.map((place) => {
        const condition = conditionAt(filters, place);
        const number = numberOf(filters, place);
        return (
          <span key={place.alternative} className={classes.alternative}>
            {place.alternative > 0 && <span className={classes.or}>or</span>}
            <ConditionEditor place={place} editing={editing}>
              {condition ? (
                <ConditionChip
                  condition={condition}
                  fault={faults.find((each) => each.place === number)?.message ?? null}
                  isOpen={isOpenAt(open, place)}
                  onOpen={() => setOpen(place)}
                  onRemove={() => onRemove(place)}
                />
              ) : (
                <span className={classes.next}>…</span>
              )}
            </ConditionEditor>
          </span>
        );
      })}
    </span>
  );
}
