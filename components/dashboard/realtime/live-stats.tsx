"use client";

import { useEffect, useState } from "react";
import { longTimeText } from "@/components/ui/figure-text";
import { Refusal } from "@/components/ui/refusal";
import type { RealtimeStats } from "@/lib/services/realtime/sockets/resource";
import type { Outcome } from "@/lib/web/resource";
import classes from "./realtime.module.css";

interface Props {
  first: Outcome<RealtimeStats>;
  /** The address that the figures are read from again. */
  source: string;
}

/** The project's connections now, and their usage this month. */
export function LiveStats({ first, source }: Props) {
  const { stats, failure } = useStats(first, source);
  return (
    <section aria-label="Now">
      <Refusal message={failure} mb="md" />
      {stats && (
        <dl className={classes.figures}>
          {figuresOf(stats).map(({ name, value, note }) => (
            <div key={name} className={classes.figure}>
              <dt>{name}</dt>
              <dd>{value}</dd>
              <dd className={classes.note}>{note}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

interface Figure {
  name: string;
  value: string;
  note: string;
}

function figuresOf({ sockets, subscriptions, connectionSeconds, messages, lagMs }: RealtimeStats): Figure[] {
  const { byKind, current, peakThisMonth, limit } = subscriptions;
  const { used } = connectionSeconds;
  return [
    { name: "Connections", value: count(sockets), note: "open now" },
    {
      name: "Subscriptions",
      value: `${count(current)} of ${count(limit)}`,
      note: `${count(byKind.changes)} to tables, ${count(byKind.topic)} to topics · ${count(peakThisMonth)} at most this month`,
    },
    {
      name: "Connection time",
      value: longTimeText(used),
      note: `of ${longTimeText(connectionSeconds.limit)} this month`,
    },
    { name: "Messages a second", value: rate(messages.perSecond), note: "over the last 10 seconds" },
    { name: "Messages delivered", value: count(messages.delivered), note: "this month, to each connection" },
    ...(lagMs === null ? [] : [{ name: "Delay", value: `${count(Math.round(lagMs))} ms`, note: "from commit to app" }]),
  ];
}

const count = (value: number) => value.toLocaleString("en");
const rate = (value: number) => value.toLocaleString("en", { maximumFractionDigits: 1 });

const EVERY_MS = 3_000;
const AWAY = "The service can't be reached. Trying again.";

/** Keeps the figures up to date while the page is visible. The last ones stay where the newest can't be had. */
function useStats(first: Outcome<RealtimeStats>, source: string) {
  const [stats, setStats] = useState(first.isDone ? first.value : null);
  const [failure, setFailure] = useState(first.isDone ? null : first.message);
  useEffect(() => {
    const refresh = async () => {
      const response = await fetch(source).catch(() => null);
      const answer = await response?.json().catch(() => null);
      if (response?.ok) setStats(answer.stats);
      setFailure(response?.ok ? null : (answer?.error?.message ?? AWAY));
    };
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void refresh();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [source]);
  return { stats, failure };
}
