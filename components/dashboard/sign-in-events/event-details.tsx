"use client";

import type { ReactNode } from "react";
import { bothZonesText } from "@/components/ui/moment-text";
import { PageLink } from "@/components/ui/page-link";
import { dataFields, RecordDrawer } from "@/components/ui/record-drawer";
import type { ListedSecurityEvent } from "@/lib/sign-in/events/resource";
import { browserName } from "../account/browser-name";
import { wayWords } from "../projects/way-words";
import classes from "./event-details.module.css";
import { remedyLink } from "./remedy-link";

interface Props {
  home: string;
  event: ListedSecurityEvent;
  close: () => void;
}

/** The fields of `data` that have a place of their own above. */
const SHOWN: ReadonlySet<string> = new Set(["email", "factor", "provider"]);

/** Every field of an event, at the side, with what to do about a refusal. */
export default function EventDetails({ home, event, close }: Props) {
  const { title, step, advice, remedy, ...record } = event;
  const link = remedyLink(home, remedy, event.userId);
  const asked = event.email ?? event.requestId;
  const others = Object.fromEntries(Object.entries(record.data ?? {}).filter(([name]) => !SHOWN.has(name)));
  const about = (what: string) => `${home}/events?${new URLSearchParams({ about: what })}`;
  const filtering = (value: string | null): ReactNode => value && <PageLink href={about(value)}>{value}</PageLink>;
  const fields: readonly [string, ReactNode][] = [
    ["When", bothZonesText(record.createdAt)],
    ["Email", filtering(record.email)],
    ["User", filtering(record.userId)],
    ["Method", record.method && wayWords(record.method)],
    ["Address", filtering(record.address)],
    ["Browser", record.userAgent && browserName(record.userAgent)],
    ["User agent", record.userAgent],
    ["Request", filtering(record.requestId)],
    ["Type", <code key="kind">{record.kind}</code>],
    ["Outcome", record.outcome],
    ["Reason", record.reason && <code key="reason">{record.reason}</code>],
    ["Event", record.id],
    ...dataFields(others),
  ];
  return (
    <RecordDrawer
      title={step === null ? title : `${title}: ${step.toLowerCase()} refused`}
      fields={fields}
      record={record}
      recordName="Event"
      close={close}
    >
      {advice && (
        <p className={classes.advice}>
          {advice} {link && <PageLink href={link.href}>{link.label}</PageLink>}
        </p>
      )}
      {advice && (
        <p className={classes.advice}>
          <PageLink href={`${home}/events/why?${new URLSearchParams({ about: asked })}`}>
            Why couldn't they get in?
          </PageLink>
        </p>
      )}
    </RecordDrawer>
  );
}
