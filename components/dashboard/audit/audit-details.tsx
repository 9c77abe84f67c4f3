"use client";

import { Button, Drawer } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { Fragment, type ReactNode, useEffect, useState } from "react";
import { copyText } from "@/components/ui/copy-text";
import { bothZonesText } from "@/components/ui/moment-text";
import classes from "./audit-list.module.css";
import type { ListedEvent } from "./listed-event";

interface Props {
  event: ListedEvent;
  close: () => void;
}

/** Every field of an entry, at the side. It renders closed before it opens, so that the focus returns to the row. */
export default function AuditDetails({ event, close }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => setIsOpen(true), []);
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
    ...Object.entries(entry.data ?? {}).map(([name, value]): [string, ReactNode] => [nameWords(name), textOf(value)]),
  ];
  return (
    <Drawer
      opened={isOpen}
      onClose={() => setIsOpen(false)}
      onExitTransitionEnd={close}
      position="right"
      size="30rem"
      title={`${entry.actorName || entry.actorEmail || actor} ${sentence.map(({ text }) => text).join("")}`}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <dl className={classes.fields}>
        {fields.map(
          ([name, value]) =>
            value !== null &&
            value !== "" && (
              <Fragment key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </Fragment>
            ),
        )}
      </dl>
      <Button
        variant="default"
        leftSection={<IconCopy size={16} aria-hidden />}
        onClick={() => copyText(JSON.stringify(entry, null, 2), "Entry")}
      >
        Copy as JSON
      </Button>
    </Drawer>
  );
}

/** Returns `Expires at` for `expiresAt`. */
function nameWords(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return TIME.test(value) ? bothZonesText(value) : value;
  return Array.isArray(value) ? value.join(", ") : JSON.stringify(value);
}
