"use client";

import type { ReactNode } from "react";
import { bothZonesText } from "@/components/ui/moment-text";
import { dataFields, RecordDrawer } from "@/components/ui/record-drawer";
import type { ListedEvent } from "./listed-event";

interface Props {
  event: ListedEvent;
  close: () => void;
}

/** Every field of an entry, at the side. */
export default function AuditDetails({ event, close }: Props) {
  const { actor, sentence, ...entry } = event;
  const fields: readonly [string, ReactNode][] = [
    ["When", bothZonesText(entry.createdAt)],
    ["Who", entry.actorEmail === null ? actor : [entry.actorName, entry.actorEmail].filter(Boolean).join("\n")],
    ["Address", entry.address],
    ["Action", <code key="action">{entry.action}</code>],
    ["Request", entry.requestId],
    ["Actor", `${entry.actorId} (${entry.actorKind})`],
    ["Subject", entry.targetId],
    ["Entry", entry.id],
    ...dataFields(entry.data as object | null),
  ];
  const title = `${entry.actorName || entry.actorEmail || actor} ${sentence.map(({ text }) => text).join("")}`;
  return <RecordDrawer title={title} fields={fields} record={entry} recordName="Entry" close={close} />;
}
