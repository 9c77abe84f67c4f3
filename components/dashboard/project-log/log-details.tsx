"use client";

import type { ReactNode } from "react";
import { CopyField } from "@/components/ui/copy-field";
import { bothZonesText } from "@/components/ui/moment-text";
import { PageLink } from "@/components/ui/page-link";
import { RecordDrawer } from "@/components/ui/record-drawer";
import type { ProjectLogEntry } from "@/lib/services/project-logs/resource";
import classes from "./project-log.module.css";
import { SOURCE_NAMES } from "./source-names";

interface Props {
  home: string;
  entry: ProjectLogEntry;
  close: () => void;
}

/** Every field of an entry, at the side, with links to the things that it names. */
export default function LogDetails({ home, entry, close }: Props) {
  const { requestId, userId, email, functionName, invocationId, databaseId, code } = entry;
  const organisation = home.slice(0, home.indexOf("/projects/"));
  const about = (text: string) => `${home}/logs?${new URLSearchParams({ text })}`;
  const fields: readonly [string, ReactNode][] = [
    ["When", `${entry.at}\n${bothZonesText(entry.at)}`],
    ["Source", SOURCE_NAMES[entry.source].one],
    ["Outcome", entry.outcome],
    ["Operation", inCode(entry.operation)],
    ["Method", entry.method],
    ["Code", inCode(code)],
    ["Duration", entry.durationMs === null ? null : `${entry.durationMs.toLocaleString("en")} ms`],
    ["Request", requestId && <CopyField label="Request ID" text={requestId} />],
    ["Entries of it", requestId && <PageLink href={about(requestId)}>Show this request alone</PageLink>],
    [
      "User",
      userId && (
        <PageLink href={email === null ? about(userId) : `${home}/users/${userId}`}>{email ?? userId}</PageLink>
      ),
    ],
    ["Key", inCode(entry.keyId)],
    ["Function", functionName && <PageLink href={`${home}/functions/${functionName}`}>{functionName}</PageLink>],
    [
      "Call",
      invocationId && functionName && (
        <PageLink href={`${home}/functions/${functionName}/logs?${new URLSearchParams({ invocation: invocationId })}`}>
          {invocationId}
        </PageLink>
      ),
    ],
    ["Database", databaseId && <PageLink href={`${organisation}/databases/${databaseId}`}>{databaseId}</PageLink>],
    [
      "Statement",
      entry.source === "sql" && databaseId && (
        <PageLink href={`${organisation}/databases/${databaseId}/history`}>{entry.id}</PageLink>
      ),
    ],
    [
      "Event",
      entry.source === "sign-in" && requestId && (
        <PageLink href={`${home}/events?${new URLSearchParams({ about: requestId })}`}>{entry.id}</PageLink>
      ),
    ],
  ];
  return (
    <RecordDrawer
      title={`${SOURCE_NAMES[entry.source].one}: ${entry.outcome}`}
      fields={fields.map(([name, value]) => [name, value === false || value === undefined ? null : value])}
      record={entry}
      recordName="Entry"
      close={close}
    >
      <pre className={classes.whole}>{entry.message}</pre>
    </RecordDrawer>
  );
}

const inCode = (text: string | null): ReactNode => text && <code>{text}</code>;
