"use client";

import { Alert, Skeleton, Stack, Text } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import dynamic from "next/dynamic";
import { useEffect, useId, useRef, useState } from "react";
import { UndoDialog, type UndoVerbs } from "../history/undo-dialog";
import { type Change, countText, type Outcome } from "../results/outcome";
import { Results } from "../results/results";
import { QueryDialogs, type QueryVerbs, useQueryDialogs } from "./query-dialogs";
import { RunBar } from "./run-bar";
import { RunQuestion } from "./run-question";
import type { RunMode } from "./run-statements";
import { SavedQueries } from "./saved-queries";
import type { EditorHandle } from "./sql-editor";
import type { CompletionSchema } from "./sql-extensions";
import { showUndoToast } from "./undo-toast";
import { type SavedQuery, useDrafts } from "./use-drafts";
import { useRun } from "./use-run";
import classes from "./workspace.module.css";

const SqlEditor = dynamic(() => import("./sql-editor").then((module) => module.SqlEditor), {
  ssr: false,
  loading: () => <Skeleton height="100%" radius="md" />,
});

const NO_SCHEMAS: CompletionSchema[] = [];

interface Props {
  /** The page's own address, below which its handlers are. */
  base: string;
  databaseId: string;
  canWrite: boolean;
  queries: readonly SavedQuery[];
  queryVerbs: QueryVerbs;
  /** `null` for who may not change anything. */
  undoVerbs: UndoVerbs | null;
}

/** The SQL page: what is typed, what is kept of it, and what came of running it. */
export function SqlWorkspace({ base, databaseId, canWrite, queries, queryVerbs, undoVerbs }: Props) {
  const hintId = useId();
  const editor = useRef<EditorHandle>(null);
  const [undoing, setUndoing] = useState<Change | null>(null);
  const drafts = useDrafts(databaseId, queries);
  const dialogs = useQueryDialogs(drafts, queryVerbs, () => editor.current?.text() ?? "");
  const schemas = useSchemas(base);
  const running = useRun(base, editor, (outcome) => undoVerbs && offerUndo(outcome, setUndoing));
  const ask = (mode: RunMode) => void running.ask(mode, editor.current?.selection() ?? null);
  const runCurrent = () => void running.ask("run", editor.current?.current() ?? null);
  const save = canWrite ? dialogs.save : undefined;
  useHotkeys([["mod+S", () => save?.()]], []);
  const { run } = running;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc cancels wherever the focus is
    <div className={classes.workspace} onKeyDown={(event) => event.key === "Escape" && running.cancel()}>
      <SavedQueries
        {...{ queries: drafts.queries, openId: drafts.openId, changed: drafts.changed, open: drafts.open }}
        rename={canWrite ? dialogs.rename : undefined}
        remove={canWrite ? dialogs.remove : undefined}
      />
      <Stack gap="sm" miw={0}>
        <div className={classes.editor}>
          <SqlEditor
            key={`${drafts.openId}-${drafts.version}`}
            handle={editor}
            text={drafts.draft()}
            {...{ schemas, hintId, runCurrent, onChange: drafts.note, cancel: running.cancel }}
            run={() => ask("run")}
            save={() => save?.()}
          />
        </div>
        <RunBar
          {...{ startedAt: running.startedAt, isCancelling: running.isCancelling, run: ask, runCurrent, save }}
          cancel={running.cancel}
        />
        <Text size="xs" c="dimmed" id={hintId}>
          Tab indents. Press Esc, then Tab, to leave the editor.
          {!canWrite && " Your role may read only: what changes data is refused."}
        </Text>
        {run?.refusal && (
          <Alert role="alert" color="red" variant="light" title="Not run">
            {run.refusal.message}
          </Alert>
        )}
        {run && (
          <Results
            outcomes={run.outcomes}
            text={run.input.text}
            isPlan={run.input.mode !== "run"}
            showPlace={(from, to) => editor.current?.show(from, to)}
            undo={undoVerbs ? setUndoing : undefined}
          />
        )}
      </Stack>
      <RunQuestion
        question={running.question}
        onClose={running.dismiss}
        onConfirm={({ input }) => running.start(input)}
      />
      <QueryDialogs {...dialogs} />
      {undoVerbs && <UndoDialog changeId={undoing?.id ?? null} onClose={() => setUndoing(null)} verbs={undoVerbs} />}
    </div>
  );
}

function offerUndo(outcome: Outcome, undo: (change: Change) => void): void {
  if (outcome.status !== "succeeded" || !outcome.change) return;
  const { change, command } = outcome;
  const what = change.kind === "rows" ? `${countText(change.rowCount, "row")} changed` : `${command} is done`;
  showUndoToast(what, () => undo(change));
}

/** What completion knows of the database; without it, keywords are still completed. */
function useSchemas(base: string): readonly CompletionSchema[] {
  const [schemas, setSchemas] = useState<readonly CompletionSchema[]>(NO_SCHEMAS);
  useEffect(() => {
    const leaving = new AbortController();
    fetch(`${base}/schema`, { signal: leaving.signal })
      .then(async (answer) => {
        if (answer.ok) setSchemas(((await answer.json()) as { schemas: CompletionSchema[] }).schemas);
      })
      .catch(() => {});
    return () => leaving.abort();
  }, [base]);
  return schemas;
}
