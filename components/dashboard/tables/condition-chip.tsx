"use client";

import { IconX } from "@tabler/icons-react";
import { type KeyboardEvent, type Ref, useId } from "react";
import type { RowCondition } from "@/lib/sql/tables/filters/resource";
import { conditionText, OPERATORS, valueText } from "./filter-words";
import classes from "./row-filters.module.css";

interface Props {
  condition: RowCondition;
  /** Why the condition is refused. */
  fault: string | null;
  isOpen: boolean;
  onOpen: () => void;
  onRemove: () => void;
  ref?: Ref<HTMLSpanElement>;
}

/** A condition of a filter. A click edits it; the cross, or Delete, removes it. */
export function ConditionChip({ condition, fault, isOpen, onOpen, onRemove, ref }: Props) {
  const faultId = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Delete" || event.key === "Backspace") onRemove();
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight") step(event.currentTarget, event.key);
    else return;
    event.preventDefault();
  };
  const value = valueText(condition);
  return (
    <span className={classes.place} ref={ref}>
      <span className={classes.chip} data-fault={fault !== null || undefined}>
        <button
          type="button"
          className={classes.words}
          data-chip
          title={conditionText(condition)}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-describedby={fault === null ? undefined : faultId}
          onClick={onOpen}
          onKeyDown={onKeyDown}
        >
          <bdi className={classes.column}>{condition.column}</bdi> <span>{OPERATORS[condition.operator].sign}</span>{" "}
          {value !== "" && <bdi className={classes.value}>{value}</bdi>}
        </button>
        <button
          type="button"
          className={classes.remove}
          aria-label={`Remove ${conditionText(condition)}`}
          onClick={onRemove}
        >
          <IconX size={13} aria-hidden />
        </button>
      </span>
      {fault !== null && (
        <span id={faultId} className={classes.fault} role="alert">
          {fault}
        </span>
      )}
    </span>
  );
}

/** Moves the focus to the chip beside this one. */
function step(from: HTMLElement, key: "ArrowLeft" | "ArrowRight"): void {
  const chips = [...(from.closest("[data-filters]")?.querySelectorAll<HTMLElement>("[data-chip]") ?? [])];
  chips[chips.indexOf(from) + (key === "ArrowLeft" ? -1 : 1)]?.focus();
}
