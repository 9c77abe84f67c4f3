"use client";

import { Alert } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useCallback, useEffect, useState } from "react";
import { Confirm } from "@/components/ui/confirm";
import { countText } from "@/components/ui/figure-text";
import { PageHeading } from "@/components/ui/page-heading";
import { ScriptButton } from "@/components/ui/script-button";
import type { ListedSession } from "@/lib/sql/activity/resource";
import type { Outcome } from "@/lib/web/resource";
import classes from "./activity.module.css";
import { lockTree } from "./lock-tree";
import { Locks } from "./locks";
import { SessionTable } from "./session-table";

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
  const { sessions, failure, refresh } = useSessions(first, source, isPaused);
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
      {failure && (
        <Alert role="alert" color="red" variant="light" mb="md">
          {failure}
        </Alert>
      )}
      {tree.length > 0 && <Locks tree={tree} />}
      {sessions.length > 0 ? (
        <SessionTable
          sessions={sessions}
          acts={verbs && { cancel: (session) => void act("cancel", session), end: setEnding }}
        />
      ) : (
        <p className={classes.none}>No sessions right now. They appear here while apps or people are connected.</p>
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

const EVERY_MS = 3_000;

/** Keeps the sessions up to date while the page is visible and not paused. */
function useSessions(first: readonly ListedSession[], source: string, isPaused: boolean) {
  const [sessions, setSessions] = useState(first);
  const [failure, setFailure] = useState<string | null>(null);
  const refresh = useCallback(async () => {
    try {
      const response = await fetch(source);
      const answer = await response.json();
      if (response.ok) setSessions(answer.sessions);
      setFailure(response.ok ? null : answer.error.message);
    } catch {
      setFailure("The service can't be reached. Trying again.");
    }
  }, [source]);
  useEffect(() => {
    if (isPaused) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void refresh();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [isPaused, refresh]);
  return { sessions, failure, refresh };
}
