"use client";

import { Button } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { Fragment, type ReactNode } from "react";
import { copyText } from "./copy-text";
import { bothZonesText } from "./moment-text";
import classes from "./record-drawer.module.css";
import { SidePanel } from "./side-panel";

interface Props {
  title: string;
  /** The content above the fields. */
  children?: ReactNode;
  /** Fields without a value are left out. */
  fields: readonly (readonly [name: string, value: ReactNode])[];
  /** The value that is copied as JSON, and its name. */
  record: unknown;
  recordName: string;
  /** Whether the drawer closes, since its purpose is done. */
  isOver?: boolean;
  close: () => void;
}

/** Every field of a record, at the side. */
export function RecordDrawer({ title, children, fields, record, recordName, isOver, close }: Props) {
  return (
    <SidePanel title={title} size="30rem" isOver={isOver} onClosed={close}>
      {children}
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
        onClick={() => copyText(JSON.stringify(record, null, 2), recordName)}
      >
        Copy as JSON
      </Button>
    </SidePanel>
  );
}

/** Returns a field for each entry of a record's data. */
export function dataFields(data: object | null): [string, ReactNode][] {
  return Object.entries(data ?? {}).map(([name, value]) => [nameWords(name), textOf(value)]);
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
