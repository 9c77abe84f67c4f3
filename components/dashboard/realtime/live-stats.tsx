"use client";

import { longTimeText } from "@/components/ui/figure-text";
import { Refusal } from "@/components/ui/refusal";
import type { RealtimeStats } from "@/lib/services/realtime/sockets/resource";
import type { Outcome } from "@/lib/web/resource";
import { usePolled } from "../charts/use-polled";
import classes from "./realtime.module.css";

interface Props {
  first: Outcome<RealtimeStats>;
  /** The address that the figures are read from again. */
  source: string;
}

/** The project's connections now, and their usage this month. */
export function LiveStats({ first, source }: Props) {
  const { answer, failure } = usePolled<{ stats: RealtimeStats }>(source, {
    failure: first.isDone ? null : first.message,
  });
  const stats = answer?.stats ?? (first.isDone ? first.value : null);
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
