"use client";

import { notifications } from "@mantine/notifications";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import { Confirm } from "@/components/ui/confirm";
import { countText } from "@/components/ui/figure-text";
import { PageHeading } from "@/components/ui/page-heading";
import { Refusal } from "@/components/ui/refusal";
import { ScriptButton } from "@/components/ui/script-button";
import type { ListedSession } from "@/lib/sql/activity/resource";
import type { Outcome } from "@/lib/web/resource";
import { usePolled } from "../charts/use-polled";
import classes from "./activity.module.css";
import { type LockNode, lockTree } from "./lock-tree";
import { SessionTable } from "./session-table";
import { ageText, oneLine, ownerWords } from "./words";

interface Address {
  pid: number;
  startedAt: string;
}

interface Props {
  first: readonly ListedSession[];
  /** The address that the sessions are read from again. */
  source: string;
  /** The actions on a session; `null` for a member who may not change data. */
  verbs: Record<"cancel" | "end", (session: Address) => Promise<Outcome>> | null;
}

/** The sessions in the database now, with their statements and the sessions that they wait for. */
export function LiveSessions({ first, source, verbs }: Props) {
  const [isPaused, setIsPaused] = useState(false);
  const [ending, setEnding] = useState<ListedSession | null>(null);
  const { answer, failure, refresh } = usePolled<{ sessions: readonly ListedSession[] }>(source, { isPaused });
  const sessions = answer?.sessions ?? first;
  const act = async (verb: "cancel" | "end", { pid, startedAt }: ListedSession) => {
    const outcome = await verbs?.[verb]({ pid, startedAt });
    if (!outcome) return;
    const done = verb === "cancel" ? `Statement of session ${pid} cancelled.` : `Session ${pid} ended.`;
    notifications.show(
      outcome.isDone
        ? { message: done, color: "leaf", role: "status" }
        : { message: outcome.message, color: "red", role: "alert" },
    );
    await refresh();
  };
  const tree = lockTree(sessions);
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause;
  return (
    <>
      <PageHeading title="Activity" text={countText(sessions.length, "session")}>
        <ScriptButton
          variant="default"
          leftSection={<Icon size={16} aria-hidden />}
          onClick={() => setIsPaused(!isPaused)}
        >
          {isPaused ? "Resume" : "Pause"}
        </ScriptButton>
      </PageHeading>
      <Refusal message={failure} mb="md" />
      {tree.length > 0 && <Locks tree={tree} />}
      {sessions.length > 0 ? (
        <SessionTable
          sessions={sessions}
          acts={verbs && { cancel: (session) => void act("cancel", session), end: setEnding }}
        />
      ) : (
        <p className="meta">No sessions right now. They appear here while apps or people are connected.</p>
      )}
      <Confirm
        isOpen={ending !== null}
        title="End session"
        confirm="End session"
        onClose={() => setEnding(null)}
        onConfirm={() => ending && void act("end", ending)}
      >
        {`Closes connection ${ending?.pid}. Its statement stops, and a transaction that isn't committed is rolled back.`}
      </Confirm>
    </>
  );
}

/** The sessions that block each other, as a tree. */
function Locks({ tree }: { tree: readonly LockNode[] }) {
  return (
    <section aria-labelledby="locks" className={classes.locks}>
      <h2 id="locks" className="section-heading">
        Waiting for locks
      </h2>
      <ul>
        {tree.map((node) => (
          <Node key={node.pid} node={node} isTop />
        ))}
      </ul>
    </section>
  );
}

function Node({ node: { pid, session, waiting }, isTop = false }: { node: LockNode; isTop?: boolean }) {
  return (
    <li>
      <div className={classes.lock}>
        <span>
          <strong>{pid}</strong> {session ? ownerWords(session) : "Another process"}{" "}
          <span className={classes.meta}>
            {isTop ? "blocks the sessions below" : `has waited ${ageText(session?.stateSeconds ?? 0)}`}
            {isTop &&
              session?.transactionSeconds != null &&
              `, in a transaction for ${ageText(session.transactionSeconds)}`}
          </span>
        </span>
        {session && <code className={classes.statement}>{oneLine(session.statement)}</code>}
      </div>
      {waiting.length > 0 && (
        <ul>
          {waiting.map((node) => (
            <Node key={node.pid} node={node} />
          ))}
        </ul>
      )}
    </li>
  );
}
