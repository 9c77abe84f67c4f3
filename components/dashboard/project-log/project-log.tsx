"use client";

import { lazy, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { RecordList } from "@/components/ui/lists/record-list";
import { bothZonesText, secondText } from "@/components/ui/moment-text";
import { StatusWord } from "@/components/ui/status-word";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { ProjectLogEntry } from "@/lib/services/project-logs/resource";
import { useRefresh } from "../charts/use-refresh";
import classes from "./project-log.module.css";
import { SOURCE_NAMES } from "./source-names";

const load = () => import("./log-details");
const Details = lazy(load);

const EVERY_MS = 3_000;

interface Props {
  /** The address of the project. */
  home: string;
  entries: readonly ProjectLogEntry[];
  /** Whether newer entries are to come in. */
  isLive: boolean;
  /** The content in place of the list while it is empty. */
  empty: ReactNode;
}

/** A project's log, newest first: each entry a line, and a button that shows all of it at the side. */
export function ProjectLog({ home, entries, isLive, empty }: Props) {
  const [isReading, setReading] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  const isHeld = useIsScrolledPast(top) || isReading;
  useRefresh(isLive && !isHeld ? EVERY_MS : null);
  return (
    <>
      <div ref={top} />
      {isLive && (
        <p role="status" className={classes.live}>
          <StatusWord kind={isHeld ? "quiet" : "good"}>
            {isHeld ? "Held still while you read. Newer entries come in at the top of the page." : "Live"}
          </StatusWord>
        </p>
      )}
      {entries.length === 0 && empty}
      <RecordList
        label="Entries"
        entries={entries}
        keyOf={({ source, id }) => `${source}-${id}`}
        line={(entry) => <Line entry={entry} />}
        load={load}
        details={(entry, close) => <Details home={home} entry={entry} close={close} />}
        onShown={setReading}
      />
    </>
  );
}

const KINDS = { info: "quiet", warning: "warning", error: "bad" } as const;

function Line({ entry: { at, source, level, outcome, message, durationMs } }: { entry: ProjectLogEntry }) {
  return (
    <>
      <span className={classes.when}>
        <LogTime at={at} />
      </span>
      <span className={classes.source}>{SOURCE_NAMES[source].one}</span>
      <span className={classes.outcome}>
        <StatusWord kind={KINDS[level]}>{outcome}</StatusWord>
      </span>
      <span className={classes.message}>{message}</span>
      <span className={classes.duration}>{durationMs === null ? "" : `${durationMs.toLocaleString("en")} ms`}</span>
    </>
  );
}

/** The time of an entry to the second, with its milliseconds in the tooltip. */
function LogTime({ at }: { at: string }) {
  const isHydrated = useHydrated();
  const title = `${at}${isHydrated ? `\n${bothZonesText(at)}` : ""}`;
  return (
    <time dateTime={at} title={title} suppressHydrationWarning>
      {secondText(at, isHydrated)}
    </time>
  );
}

/** Returns whether an element is above the part of the page that is seen. */
function useIsScrolledPast(element: RefObject<HTMLElement | null>): boolean {
  const [isPast, setIsPast] = useState(false);
  useEffect(() => {
    const look = () => setIsPast((element.current?.getBoundingClientRect().top ?? 0) < 0);
    // Either the page or a part of it scrolls.
    document.addEventListener("scroll", look, { capture: true, passive: true });
    return () => document.removeEventListener("scroll", look, { capture: true });
  }, [element]);
  return isPast;
}
