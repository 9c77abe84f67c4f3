"use client";

import table from "@/components/ui/plain-table.module.css";
import { ScriptButton } from "@/components/ui/script-button";
import { Scrolling } from "@/components/ui/scrolling";
import type { ListedSession } from "@/lib/sql/activity/resource";
import classes from "./activity.module.css";
import { ageText, oneLine, ownerWords, stateWords } from "./words";

interface Props {
  sessions: readonly ListedSession[];
  /** The actions on a session; `null` for a member who may not change data. */
  acts: Record<"cancel" | "end", (session: ListedSession) => void> | null;
}

/** The sessions of a database, one line each. */
export function SessionTable({ sessions, acts }: Props) {
  return (
    <Scrolling label="Sessions, scrollable" minWidth={880} stacks>
      <table className={`${table.table} ${table.highlight} ${classes.table}`} aria-label="Sessions">
        <thead>
          <tr>
            <th scope="col">Process</th>
            <th scope="col">Who</th>
            <th scope="col">State</th>
            <th scope="col">For</th>
            <th scope="col">Statement</th>
            <th scope="col">From</th>
            {acts && (
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => (
            <tr key={`${session.pid} ${session.startedAt}`}>
              <th scope="row" className={classes.number}>
                {session.pid}
              </th>
              <td>
                {ownerWords(session)}
                {session.applicationName && session.owner !== "dashboard" && (
                  <div className={classes.meta}>{session.applicationName}</div>
                )}
              </td>
              <td>
                <State session={session} />
              </td>
              <td className={classes.number}>{ageText(session.stateSeconds)}</td>
              <td data-whole-line className={classes.statementCell}>
                <code className={classes.statement} title={session.statement}>
                  {oneLine(session.statement)}
                </code>
                {session.waitsFor && <div className={classes.meta}>{session.waitsFor}</div>}
              </td>
              <td className={classes.number}>{session.address ?? "Local"}</td>
              {acts && (
                <td className={classes.acts}>{session.owner !== "service" && <Acts {...{ session, acts }} />}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  );
}

function State({ session }: { session: ListedSession }) {
  const { text, tone } = stateWords(session);
  return (
    <span className={classes.state} data-tone={tone}>
      {text}
    </span>
  );
}

function Acts({ session, acts }: { session: ListedSession; acts: NonNullable<Props["acts"]> }) {
  const of = `of session ${session.pid}`;
  return (
    <>
      {session.state === "active" && (
        <ScriptButton
          size="compact-sm"
          variant="default"
          aria-label={`Cancel statement ${of}`}
          onClick={() => acts.cancel(session)}
        >
          Cancel statement
        </ScriptButton>
      )}
      <ScriptButton
        size="compact-sm"
        variant="default"
        aria-label={`End session ${session.pid}`}
        onClick={() => acts.end(session)}
      >
        End session
      </ScriptButton>
    </>
  );
}
