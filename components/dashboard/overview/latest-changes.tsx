"use client";

import { useState } from "react";
import { countText } from "@/components/ui/figure-text";
import { Moment } from "@/components/ui/moment";
import { PageLink } from "@/components/ui/page-link";
import { ScriptButton } from "@/components/ui/script-button";
import type { ListedChange } from "@/lib/sql/data-changes/resource";
import { UndoDialog, type UndoVerbs } from "../undo/undo-dialog";
import classes from "./overview.module.css";

interface Props {
  changes: readonly ListedChange[];
  history: string;
  /** The verbs that undo; `null` for a member who may not change data. */
  undoVerbs: UndoVerbs | null;
}

/** The last changes of data that were made in the dashboard, each with its Undo. */
export function LatestChanges({ changes, history, undoVerbs }: Props) {
  const [undoing, setUndoing] = useState<string | null>(null);
  return (
    <section aria-labelledby="latest-changes">
      <div className={classes.heading}>
        <h2 id="latest-changes">Latest changes</h2>
        <PageLink href={history}>History</PageLink>
      </div>
      {changes.length === 0 && <p className="quiet">Changes made in the dashboard appear here, and can be undone.</p>}
      <ul className="plain-list">
        {changes.map(({ id, text, rowCount, at, person, latest }) => (
          <li key={id} className={classes.change}>
            <div className={classes.words}>
              <code className={classes.statement} title={text.slice(0, 500)}>
                {text.replaceAll(/\s+/g, " ").slice(0, 200)}
              </code>
              <span className={classes.meta}>
                {person?.name || person?.email || "Former member"} · <Moment at={at} />
                {rowCount > 0 && ` · ${countText(rowCount, "row")}`}
                {latest?.isUndone && " · undone"}
              </span>
            </div>
            {undoVerbs && latest?.id != null && (
              <ScriptButton size="compact-sm" variant="default" onClick={() => setUndoing(latest.id)}>
                {latest.isUndone ? "Redo" : "Undo"}
              </ScriptButton>
            )}
          </li>
        ))}
      </ul>
      {undoVerbs && <UndoDialog changeId={undoing} onClose={() => setUndoing(null)} verbs={undoVerbs} />}
    </section>
  );
}
