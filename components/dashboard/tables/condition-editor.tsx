"use client";

import { Popover } from "@mantine/core";
import type { ReactElement } from "react";
import { BottomSheet } from "@/components/ui/bottom-sheet";
import { ownName } from "@/components/ui/own-name";
import { useIsPhone } from "@/components/ui/use-is-phone";
import type { RowFilter } from "@/lib/sql/tables/filters/resource";
import type { Column } from "@/lib/sql/tables/resource";
import { ConditionForm } from "./condition-form";
import { alternativesOf, conditionAt, countOf, type FilterPlace, MAX_CONDITIONS, withCondition } from "./filter-edit";

export interface OpenCondition extends FilterPlace {
  /** The column with which a new condition starts. */
  column?: string;
}

export interface Editing {
  filters: readonly RowFilter[];
  columns: readonly Column[];
  open: OpenCondition | null;
  setOpen: (place: OpenCondition | null) => void;
  /** Shows the rows that meet a filter, and then edits the condition at a place. */
  show: (filters: readonly RowFilter[], then?: FilterPlace) => void;
}

interface Props {
  place: FilterPlace;
  editing: Editing;
  /** The element beside which the editor opens. */
  children: ReactElement;
}

export function isOpenAt(open: OpenCondition | null, { entry, alternative }: FilterPlace): boolean {
  return open?.entry === entry && open.alternative === alternative;
}

/** The popover in which a condition is edited, beside its chip; on a phone a sheet. */
export function ConditionEditor({ place, editing, children }: Props) {
  const { filters, columns, open, setOpen, show } = editing;
  const condition = conditionAt(filters, place);
  const onPhone = useIsPhone() === true;
  const isOpen = isOpenAt(open, place);
  const title = condition ? "Edit condition" : "Add condition";
  const next = { entry: place.entry, alternative: alternativesOf(filters[place.entry]).length || 1 };
  const form = (
    <ConditionForm
      condition={condition}
      first={open?.column}
      columns={columns}
      isSheet={onPhone}
      onApply={(applied) => show(withCondition(filters, place, applied))}
      onAlternative={
        countOf(filters) + 1 < MAX_CONDITIONS ? (applied) => show(withCondition(filters, place, applied), next) : null
      }
    />
  );
  // The opener stays the same element while the width of the page becomes known, so that no press of it is lost.
  return (
    <>
      <Popover
        opened={isOpen && !onPhone}
        onChange={(isStill) => !isStill && setOpen(null)}
        position="bottom-start"
        offset={4}
        width={340}
        shadow="md"
        trapFocus
        returnFocus
        withinPortal
      >
        <Popover.Target>{children}</Popover.Target>
        <Popover.Dropdown p="xs" {...ownName(title)}>
          {form}
        </Popover.Dropdown>
      </Popover>
      {onPhone && (
        <BottomSheet opened={isOpen} title={title} onClose={() => setOpen(null)}>
          {form}
        </BottomSheet>
      )}
    </>
  );
}
