import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import type { ComponentProps, ReactNode } from "react";
import classes from "./live-list.module.css";
import { OpeningRow } from "./opening-row";
import { ScriptButton } from "./script-button";
import { StatusWord } from "./status-word";

/** The entries that come in while someone watches, the newest first: `LiveLine`s. */
export function LiveList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol className={classes.list} aria-label={label}>
      {children}
    </ol>
  );
}

interface LineProps {
  /** ISO 8601. */
  at: string;
  /** The time as it is shown. */
  time: string;
  kind: ComponentProps<typeof StatusWord>["kind"];
  word: string;
  text: string;
  /** Whether the text is code or data. */
  isCode: boolean;
  /** The content that a click on the line opens below it. */
  children: ReactNode;
}

/** One line of it, which opens to show everything. */
export function LiveLine({ at, time, kind, word, text, isCode, children }: LineProps) {
  const line = (
    <span className={classes.line}>
      <time className={classes.time} dateTime={at} suppressHydrationWarning>
        {time}
      </time>
      <span className={classes.word}>
        <StatusWord kind={kind}>{word}</StatusWord>
      </span>
      <span className={classes.text} data-code={isCode}>
        {text}
      </span>
    </span>
  );
  return <OpeningRow line={line}>{children}</OpeningRow>;
}

interface HeadProps {
  /** The heading, where there is one. */
  title?: ReactNode;
  /** The state of the connection. */
  state: string;
  isPaused: boolean;
  togglePause: () => void;
  /** More buttons. */
  children?: ReactNode;
}

/** The line above the list: the connection's state, and the button that holds the list still. */
export function LiveHead({ title, state, isPaused, togglePause, children }: HeadProps) {
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause;
  return (
    <div className={classes.head}>
      {title}
      <p role="status" className={classes.state}>
        {state}
      </p>
      <ScriptButton
        variant="default"
        size="compact-sm"
        leftSection={<Icon size={14} aria-hidden />}
        onClick={togglePause}
      >
        {isPaused ? "Resume" : "Pause"}
      </ScriptButton>
      {children}
    </div>
  );
}

/** The text in the list's place while it is empty. */
export function NothingYet({ children }: { children: ReactNode }) {
  return <p className={classes.none}>{children}</p>;
}
