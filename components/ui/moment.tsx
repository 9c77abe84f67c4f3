"use client";

import { useSyncExternalStore } from "react";
import classes from "./moment.module.css";
import { bothZonesText, localMomentText, momentText, relativeText, secondText, timeText } from "./moment-text";
import { useHydrated } from "./use-hydrated";

interface Props {
  /** The time in ISO 8601, UTC. */
  at: string;
  /** The form of the moment: `5 min ago`, `1 Mar 2026, 10:30`, `1 Mar 2026, 10:30:05`, or `10:30`. */
  form?: "relative" | "exact" | "second" | "time";
}

/** A time in the reader's time zone, with the exact local time and UTC in its tooltip. Without JavaScript it is in UTC. */
export function Moment({ at, form = "relative" }: Props) {
  const isHydrated = useHydrated();
  const now = useNow();
  const text = {
    relative: () => relativeText(at, now),
    exact: () => (isHydrated ? localMomentText(at) : momentText(at)),
    second: () => secondText(at, isHydrated),
    time: () => timeText(at, isHydrated),
  }[form]();
  return (
    <time
      dateTime={at}
      className={classes.moment}
      title={isHydrated ? bothZonesText(at) : momentText(at)}
      // The server renders how long ago it was a moment earlier than the browser does.
      suppressHydrationWarning
    >
      {text}
    </time>
  );
}

const STEP_MS = 15_000;

const readers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer moves every time of a page on. */
function subscribe(onTick: () => void): () => void {
  readers.add(onTick);
  timer ??= setInterval(() => {
    for (const reader of readers) reader();
  }, STEP_MS);
  return () => {
    readers.delete(onTick);
    if (readers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const currentStep = () => Math.floor(Date.now() / STEP_MS) * STEP_MS;

/** Returns the time now in milliseconds, in steps. */
function useNow(): number {
  return useSyncExternalStore(subscribe, currentStep, currentStep);
}
