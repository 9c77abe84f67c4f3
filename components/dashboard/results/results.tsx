"use client";

import { ActionIcon, Tabs, Tooltip } from "@mantine/core";
import { IconMaximize, IconMinimize } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { countText, durationText } from "@/components/ui/figure-text";
import type { StatementChange, StatementOutcome } from "@/lib/sql/statements/resource";
import { Messages } from "./messages";
import { firstTab, MESSAGES, resultTabs } from "./result-tabs";
import classes from "./results.module.css";
import { SuccessPanel } from "./success-panel";

interface Props {
  outcomes: readonly StatementOutcome[];
  /** The text that was run, which the offsets of the outcomes refer to. */
  text: string;
  isPlan: boolean;
  /** Shows a place of the text in the editor. */
  showPlace: (from: number, to: number) => void;
  /** Opens the dialog that undoes a change; absent for a member who may not. */
  undo?: ((change: StatementChange) => void) | undefined;
  /** Runs the rest from a statement that was stopped for its time; absent for a member who may not. */
  runInBackground?: ((from: StatementOutcome) => void) | undefined;
  /** Why the run was refused, or ended early; `null` where it was not. */
  refusal: ReactNode;
}

/** The results of a run in tabs: one for each statement that returned rows, and one for the messages of all. */
export function Results({ outcomes, text, isPlan, showPlace, undo, runInBackground, refusal }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [isFull, setFull] = useState(false);
  const tabs = resultTabs(outcomes);
  const isThere = chosen === MESSAGES || tabs.some(({ outcome }) => outcome.statementId === chosen);
  const shown = isThere ? chosen : firstTab(outcomes, refusal !== null);
  const current = tabs.find(({ outcome }) => outcome.statementId === shown);
  const leave = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !isFull || event.defaultPrevented) return;
    event.stopPropagation();
    setFull(false);
  };
  return (
    <Tabs
      value={shown}
      onChange={setChosen}
      keepMounted={false}
      variant="none"
      className={classes.results}
      data-full={isFull || undefined}
      onKeyDown={leave}
    >
      <div className={classes.bar}>
        <Tabs.List className={classes.list} aria-label="Results">
          {tabs.map(({ outcome, label }) => (
            <Tabs.Tab key={outcome.statementId} value={outcome.statementId} className={classes.tab}>
              {label}
            </Tabs.Tab>
          ))}
          <Tabs.Tab value={MESSAGES} className={classes.tab}>
            Messages
          </Tabs.Tab>
        </Tabs.List>
        <span role="status" className={classes.summary}>
          {current ? resultText(current.outcome, isPlan) : runText(outcomes)}
        </span>
        <Tooltip label={isFull ? "Leave full screen (Esc)" : "Full screen"}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Full screen"
            aria-pressed={isFull}
            onClick={() => setFull(!isFull)}
          >
            {isFull ? <IconMinimize size={16} aria-hidden /> : <IconMaximize size={16} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      </div>
      {tabs.map(({ outcome, label }) => (
        <Tabs.Panel key={outcome.statementId} value={outcome.statementId} className={classes.panel}>
          <SuccessPanel
            outcome={outcome}
            statement={text.slice(outcome.from, outcome.to).trim()}
            isPlan={isPlan}
            label={label}
          />
        </Tabs.Panel>
      ))}
      <Tabs.Panel value={MESSAGES} className={classes.panel}>
        {refusal}
        <Messages
          outcomes={outcomes}
          text={text}
          isPlan={isPlan}
          showPlace={showPlace}
          showResult={setChosen}
          undo={undo}
          runInBackground={runInBackground}
        />
      </Tabs.Panel>
    </Tabs>
  );
}

function resultText({ rows, durationMicros }: { rows: unknown[]; durationMicros: number }, isPlan: boolean): string {
  return isPlan ? durationText(durationMicros) : `${countText(rows.length, "row")} · ${durationText(durationMicros)}`;
}

function runText(outcomes: readonly StatementOutcome[]): string {
  if (outcomes.length === 0) return "";
  const spent = outcomes.reduce((sum, { durationMicros }) => sum + durationMicros, 0);
  return `${countText(outcomes.length, "statement")} · ${durationText(spent)}`;
}
