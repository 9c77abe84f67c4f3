"use client";

import { Skeleton, VisuallyHidden } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import dynamic from "next/dynamic";
import { type Ref, useEffect, useId, useImperativeHandle, useRef } from "react";
import { saveFile } from "@/components/ui/save-file";
import { useEver } from "@/components/ui/use-ever";
import type { RunMode, StatementChange, StatementOutcome } from "@/lib/sql/statements/resource";
import type { SchemaSource } from "../schema-tree/schema-source";
import { DraftWithAi } from "./draft-with-ai";
import type { Drafting } from "./drafting";
import { ParameterRow } from "./parameter-row";
import { QueryResult } from "./query-result";
import { RunBar } from "./run-bar";
import { SplitView } from "./split-view";
import type { EditorHandle, Span } from "./sql-editor";
import { useBackgroundRun } from "./use-background-run";
import { type KeptParameters, useParameters } from "./use-parameters";
import { type Leave, useRun } from "./use-run";
import { useToRun } from "./use-to-run";
import { useUnderstood } from "./use-understood";

const SqlEditor = dynamic(() => import("./sql-editor").then((module) => module.SqlEditor), {
  ssr: false,
  loading: () => <Skeleton height="100%" radius={0} />,
});

const RunQuestions = dynamic(() => import("./run-questions").then((module) => module.RunQuestions), {
  loading: () => null,
});

/** The functions that shortcuts outside the panel call. */
export interface PanelHandle {
  save: () => void;
  /** Cancels the run. Returns whether there was one. */
  cancel: () => boolean;
  /** Inserts a name at the cursor of the editor. */
  insert: (name: string) => void;
  /** Puts a text that was typed in another window in place of the one here. */
  bring: (text: string) => void;
  /** Focuses the editor. Returns whether it was loaded. */
  focus: () => boolean;
}

interface Props {
  handle: Ref<PanelHandle>;
  /** The address of the page, below which its handlers are. */
  base: string;
  /** The name of the tab. */
  name: string;
  /** Returns the initial text of the editor. It is called once. */
  initialText: () => string;
  schema: SchemaSource;
  canWrite: boolean;
  limitSeconds: number;
  /** `null` where no language model is set up, and for a member who may not use it. */
  drafting: Drafting | null;
  /** Whether the tab of the panel is shown. */
  isShown: boolean;
  /** The division of the height between the editor and its results. */
  split: { share: number; resize: (share: number) => void };
  /** The store of the values of the query's parameters. */
  parameters: KeptParameters;
  /** Whether the query was opened to be run, which it is if it only reads and has no parameters. */
  isToRun: boolean;
  /** Called when that was done, or left to the user. */
  onTaken: () => void;
  onReady: () => void;
  onRunning: (isRunning: boolean) => void;
  /** Called when a run has ended. */
  onEnd: () => void;
  onChange: (text: string) => void;
  /** Called with the outcomes so far as each statement ends. */
  onOutcome: (outcomes: readonly StatementOutcome[]) => void;
  save?: ((text: string) => void) | undefined;
  saveAs?: ((text: string) => void) | undefined;
  undo?: ((change: StatementChange) => void) | undefined;
}

/** One query with its results below it. Its state stays while another tab is shown. */
export function QueryPanel(props: Props) {
  const { base, canWrite, isShown, onRunning } = props;
  const hintId = useId();
  const editor = useRef<EditorHandle>(null);
  const parameters = useParameters(editor, props.parameters);
  const { names, values, enter } = parameters;
  const running = useRun(base, editor, { ...props, parameters: parameters.given });
  const { show } = running;
  const background = useBackgroundRun(base, editor, { ...props, parameters: parameters.given, show });
  const hasAsked = useEver(running.question !== null || background.question !== null);
  const { understood, note, stop } = useUnderstood(base, editor);
  const text = () => editor.current?.text() ?? "";
  const askFor = (mode: RunMode, span: Span | null | undefined, leave?: Leave) => {
    stop();
    background.hide();
    void running.ask(mode, span ?? null, leave);
  };
  const ask = (mode: RunMode, leave?: Leave) => askFor(mode, editor.current?.selection(), leave);
  const runInBackground = () => {
    stop();
    void background.ask(editor.current?.selection() ?? null);
  };
  const runCurrent = () => askFor("run", editor.current?.current());
  const save = () => props.save?.(text());
  const saving = props.save && {
    save,
    saveAs: () => props.saveAs?.(text()),
    download: () => saveFile(`${props.name}.sql`, "application/sql;charset=utf-8", text()),
  };
  const acts = { cancel: running.cancel, format: () => void formatIn(editor.current), runCurrent };
  const { run, startedAt, isCancelling } = running;
  useImperativeHandle(props.handle, () => ({
    save,
    cancel: running.cancel,
    insert: (name) => editor.current?.insert(name),
    bring: (brought) => brought !== text() && editor.current?.replace({ from: 0, to: text().length }, brought),
    focus: () => editor.current?.focus() ?? false,
  }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it begins and when it ends
  useEffect(() => onRunning(startedAt !== null), [startedAt !== null]);
  const onAsked = () => {
    note();
    parameters.note();
  };
  const keys = { ...acts, run: () => ask("run"), save };
  const toRun = useToRun(editor, props, () => void running.ask("run", null, "reads"));
  const document = { text: props.initialText, schema: props.schema, onChange: props.onChange, onReady: toRun.onReady };
  return (
    <>
      <SplitView
        {...props.split}
        editor={<SqlEditor handle={editor} hintId={hintId} onAsked={onAsked} {...document} {...keys} />}
      >
        <RunBar
          {...acts}
          {...{ startedAt, isCancelling, understood, canWrite }}
          limitSeconds={props.limitSeconds}
          draft={props.drafting && <DraftWithAi drafting={props.drafting} {...{ editor, isShown }} />}
          run={ask}
          runInBackground={canWrite ? runInBackground : undefined}
          save={saving}
        />
        <ParameterRow ref={toRun.fields} {...{ names, values, enter }} run={() => ask("run")} />
        <VisuallyHidden id={hintId}>
          Tab indents. Press Esc, then Tab to leave the editor. Alt+Page Up and Alt+Page Down switch tabs.
        </VisuallyHidden>
        <QueryResult
          base={base}
          run={run}
          background={background}
          showPlace={(from, to) => editor.current?.show(from, to)}
          undo={props.undo}
          canWrite={canWrite}
        />
      </SplitView>
      {/* A question appears only while its tab is shown. */}
      {isShown && hasAsked && <RunQuestions running={running} background={background} />}
    </>
  );
}

/** Formats the selection or everything. The formatter is loaded when it is first used. */
async function formatIn(editor: EditorHandle | null): Promise<void> {
  const before = editor?.text() ?? "";
  const span = editor?.selection() ?? { from: 0, to: before.length };
  const { formatSql } = await import("./format");
  if (!editor || editor.text() !== before) return;
  try {
    const formatted = formatSql(before.slice(span.from, span.to));
    if (formatted !== before.slice(span.from, span.to)) editor.replace(span, formatted);
  } catch {
    notifications.show({ message: "Couldn't format: the text isn't valid SQL.", color: "red", role: "alert" });
  }
}
