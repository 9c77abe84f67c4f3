"use client";

import { countText } from "@/components/ui/figure-text";
import { ScriptButton } from "@/components/ui/script-button";
import { byteText } from "@/lib/core/byte-text";
import type { Advice } from "@/lib/sql/activity/resource";
import { useOpenInEditor } from "../editor/use-open-in-editor";
import classes from "./activity.module.css";

interface Props {
  databaseId: string;
  /** The address of the SQL editor. */
  editor: string;
  advice: readonly Advice[];
}

/** Advice about tables and indexes, each with the statement that follows it. */
export function AdviceList({ databaseId, editor, advice }: Props) {
  const open = useOpenInEditor(databaseId, editor);
  return (
    <section aria-labelledby="advice" className={classes.section}>
      <h2 id="advice" className={classes.heading}>
        Advice
      </h2>
      {advice.length === 0 && <p className={classes.none}>No suggestions.</p>}
      <ul className={classes.list}>
        {advice.map((item) => (
          <li key={`${item.kind} ${item.subject}`} className={classes.advice}>
            <div className={classes.adviceWords}>
              <strong>{item.subject}</strong> {wordsOf(item)}
              <code className={classes.statement}>{item.sql}</code>
            </div>
            <ScriptButton
              size="compact-sm"
              variant="default"
              aria-label={`Open in SQL editor: ${item.sql}`}
              onClick={() => void open(item.sql)}
            >
              Open in SQL editor
            </ScriptButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

function wordsOf({ kind, figure }: Advice): string {
  switch (kind) {
    case "no-primary-key":
      return "has no primary key, so rows can't be edited or undone one by one.";
    case "foreign-key-index":
      return "has a foreign key without an index: deletes in the other table scan this one.";
    case "unused-index":
      return `takes ${byteText(figure ?? 0)} and hasn't been used since statistics were last reset.`;
    case "dead-rows":
      return `has ${countText(figure ?? 0, "dead row")}, which slow down reading.`;
    case "sequence-end":
      return `has used ${Math.floor((figure ?? 0) * 100)} % of its numbers.`;
  }
}
