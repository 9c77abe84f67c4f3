"use client";

import { Alert, Skeleton, Stack, Text } from "@mantine/core";
import dynamic from "next/dynamic";
import { type Ref, useEffect, useId, useImperativeHandle, useRef } from "react";
import type { DescribedSchema, RunMode, StatementChange, StatementOutcome } from "@/lib/sql/statements/resource";
import { Results } from "../results/results";
import { RunBar } from "./run-bar";
import { RunQuestion } from "./run-question";
import type { EditorHandle } from "./sql-editor";
import { useRun } from "./use-run";
import classes from "./workspace.module.css";

const SqlEditor = dynamic(() => import("./sql-editor").then((module) => module.SqlEditor), {
  ssr: false,
  loading: () => <Skeleton height="100%" radius={0} />,
});

/** What keys outside the panel ask of it. */
export interface PanelHandle {
  save: () => void;
  /** Whether there was something to cancel. */
  cancel: () => boolean;
  /** Whether the editor was there to take the focus. */
  focus: () => boolean;
}

interface Props {
  handle: Ref<PanelHandle>;
  /** The page's own address, below which its handlers are. */
  base: string;
  /** What the editor begins with; asked once. */
  initialText: () => string;
  schemas: readonly DescribedSchema[];
  canWrite: boolean;
  /** Whether its tab is the one that is shown. */
  isShown: boolean;
  onReady: () => void;
  onRunning: (isRunning: boolean) => void;
  onChange: (text: string) => void;
  onOutcome: (outcome: StatementOutcome) => void;
  save?: ((text: string) => void) | undefined;
  undo?: ((change: StatementChange) => void) | undefined;
}

/** One text with what came of running it. It stays as it is while another tab is shown. */
export function QueryPanel(props: Props) {
  const { base, schemas, canWrite, isShown, initialText, onReady, onRunning, onChange, onOutcome, undo } = props;
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
          {...{ schemas, hintId, runCurrent, onChange, onReady, cancel: running.cancel }}
          run={() => ask("run")}
          save={() => save?.()}
        />
      </div>
      <RunBar
        {...{ startedAt: running.startedAt, isCancelling: running.isCancelling, run: ask, runCurrent, save }}
        cancel={running.cancel}
      />
      <Text size="xs" c="dimmed" id={hintId}>
        Tab indents. Press Esc, then Tab, to leave the editor. Alt with Page Up or Page Down shows another tab.
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
          undo={undo}
        />
      )}
      {/* What is asked about is on screen. */}
      <RunQuestion
        question={isShown ? running.question : null}
        onClose={running.dismiss}
        onConfirm={({ input }) => running.start(input)}
      />
    </Stack>
  );
}
