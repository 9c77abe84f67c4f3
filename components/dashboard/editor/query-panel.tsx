"use client";

import { Alert, Anchor, Skeleton, Stack, Text } from "@mantine/core";
import dynamic from "next/dynamic";
import { type Ref, useEffect, useId, useImperativeHandle, useRef } from "react";
import type { RunMode, StatementChange, StatementOutcome } from "@/lib/sql/statements/resource";
import { ResultMemory } from "../results/result-memory";
import { Results } from "../results/results";
import type { SchemaSource } from "../schema-tree/schema-source";
import { RunBar } from "./run-bar";
import { RunQuestion } from "./run-question";
import type { EditorHandle } from "./sql-editor";
import { useRun } from "./use-run";
import classes from "./workspace.module.css";

const SqlEditor = dynamic(() => import("./sql-editor").then((module) => module.SqlEditor), {
  ssr: false,
  loading: () => <Skeleton height="100%" radius={0} />,
});

/** The functions that shortcuts outside the panel call. */
export interface PanelHandle {
  save: () => void;
  /** Cancels the run. Returns whether there was one. */
  cancel: () => boolean;
  /** Inserts a name at the cursor of the editor. */
  insert: (name: string) => void;
  /** Focuses the editor. Returns whether it was loaded. */
  focus: () => boolean;
}

interface Props {
  handle: Ref<PanelHandle>;
  /** The address of the page, below which its handlers are. */
  base: string;
  /** Returns the initial text of the editor. It is called once. */
  initialText: () => string;
  schema: SchemaSource;
  canWrite: boolean;
  /** Whether the tab of the panel is shown. */
  isShown: boolean;
  onReady: () => void;
  onRunning: (isRunning: boolean) => void;
  onChange: (text: string) => void;
  /** Called with the outcomes so far as each statement ends. */
  onOutcome: (outcomes: readonly StatementOutcome[]) => void;
  save?: ((text: string) => void) | undefined;
  undo?: ((change: StatementChange) => void) | undefined;
}

/** One query with its results. Its state stays while another tab is shown. */
export function QueryPanel(props: Props) {
  const { base, schema, canWrite, isShown, initialText, onReady, onRunning, onChange, onOutcome, undo } = props;
  const hintId = useId();
  const editor = useRef<EditorHandle>(null);
  const running = useRun(base, editor, onOutcome);
  const ask = (mode: RunMode) => void running.ask(mode, editor.current?.selection() ?? null);
  const runCurrent = () => void running.ask("run", editor.current?.current() ?? null);
  const save = props.save && (() => props.save?.(editor.current?.text() ?? ""));
  const isRunning = running.startedAt !== null;
  useImperativeHandle(props.handle, () => ({
    save: () => save?.(),
    cancel: running.cancel,
    insert: (name) => editor.current?.insert(name),
    focus: () => editor.current?.focus() ?? false,
  }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it begins and when it ends
  useEffect(() => onRunning(isRunning), [isRunning]);
  const { run } = running;
  return (
    <Stack gap="sm" miw={0}>
      <div className={classes.editor}>
        <SqlEditor
          handle={editor}
          text={initialText}
          schema={schema}
          hintId={hintId}
          runCurrent={runCurrent}
          onChange={onChange}
          onReady={onReady}
          cancel={running.cancel}
          run={() => ask("run")}
          save={() => save?.()}
        />
      </div>
      <RunBar
        startedAt={running.startedAt}
        isCancelling={running.isCancelling}
        run={ask}
        runCurrent={runCurrent}
        save={save}
        cancel={running.cancel}
      />
      <Text size="xs" c="dimmed" id={hintId}>
        Tab indents. Press Esc, then Tab to leave the editor. Alt+Page Up and Alt+Page Down switch tabs.
        {!canWrite && " You have read-only access."}
      </Text>
      {run?.refusal && (
        <Alert role="alert" color="red" variant="light" title={run.outcomes.length > 0 ? "Stopped" : "Not run"}>
          {run.refusal.message}{" "}
          {run.refusal.code === "unauthorized" && (
            // A new document leads to the sign-in page, and from there back to this one, which keeps its tabs.
            <Anchor href={base} inherit>
              Sign in
            </Anchor>
          )}
        </Alert>
      )}
      {run && (
        <ResultMemory>
          <Results
            outcomes={run.outcomes}
            text={run.input.text}
            isPlan={run.input.mode !== "run"}
            showPlace={(from, to) => editor.current?.show(from, to)}
            undo={undo}
          />
        </ResultMemory>
      )}
      {/* The question appears only while its tab is shown. */}
      <RunQuestion
        question={isShown ? running.question : null}
        onClose={running.dismiss}
        onConfirm={({ input, outcomes }) => running.start(input, outcomes)}
      />
    </Stack>
  );
}
