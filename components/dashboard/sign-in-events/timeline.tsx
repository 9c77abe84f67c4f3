import { EmptyState } from "@/components/ui/empty-state";
import { countText } from "@/components/ui/figure-text";
import { Moment } from "@/components/ui/moment";
import { PageLink } from "@/components/ui/page-link";
import type { TimelineEntry } from "@/lib/sign-in/explain/resource";
import { browserName } from "../account/browser-name";
import { wayWords } from "../projects/way-words";
import classes from "./explanation.module.css";
import { remedyLink } from "./remedy-link";

interface Props {
  home: string;
  entries: readonly TimelineEntry[];
  /** The number of days for which events are kept. */
  keptDays: number;
}

/** Attempts and emails in one order, each with what to do about it. */
export function Timeline({ home, entries, keptDays }: Props) {
  if (entries.length === 0) {
    return <EmptyState title="No attempts" text={`None in the last ${countText(keptDays, "day")}.`} />;
  }
  return (
    <ol className={classes.timeline}>
      {entries.map((entry) => (
        <li key={entry.kind === "event" ? entry.event.id : entry.mail.id} className={classes.entry}>
          <span className={classes.when}>
            <Moment at={entry.at} />
          </span>
          {entry.kind === "event" ? <EventWords home={home} entry={entry} /> : <MailWords entry={entry} />}
        </li>
      ))}
    </ol>
  );
}

function EventWords({ home, entry: { event } }: { home: string; entry: Extract<TimelineEntry, { kind: "event" }> }) {
  const { title, step, method, outcome, advice, remedy, userAgent, address, requestId, data } = event;
  const how = [step, method === null ? null : wayWords(method), userAgent ? browserName(userAgent) : null, address];
  const link = remedyLink(home, remedy, event.userId);
  const until = typeof data?.until === "string" ? data.until : null;
  return (
    <div className={classes.words} data-outcome={outcome}>
      <p className={classes.sentence}>{title}</p>
      {advice && (
        <p>
          {advice}
          {until && (
            <>
              {" "}
              The limit ends <Moment at={until} />.
            </>
          )}
        </p>
      )}
      <p className={classes.meta}>
        {how.filter(Boolean).join(", ")}{" "}
        <PageLink href={`${home}/events?${new URLSearchParams({ about: requestId })}`}>Details</PageLink>
        {link && (
          <>
            {" "}
            <PageLink href={link.href}>{link.label}</PageLink>
          </>
        )}
      </p>
    </div>
  );
}

function MailWords({ entry: { title, advice } }: { entry: Extract<TimelineEntry, { kind: "mail" }> }) {
  return (
    <div className={classes.words} data-outcome={advice === null ? "accepted" : "refused"}>
      <p className={classes.sentence}>{title}</p>
      {advice && <p>{advice}</p>}
    </div>
  );
}
