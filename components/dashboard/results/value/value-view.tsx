"use client";

import { SegmentedControl, Text } from "@mantine/core";
import dynamic from "next/dynamic";
import { useMemo, useState } from "react";
import { countText } from "@/components/ui/figure-text";
import { WholeText } from "@/components/ui/whole-text";
import { byteText } from "@/lib/core/byte-text";
import { indentedJson } from "../../../ui/json-data";
import { inWords, withTurnsShown } from "../../grid/cell-text";
import { bytesOf, hexDump } from "./bytes";
import { momentInZones } from "./moment-in-zones";
import { type ShownValue, shownValue } from "./value-kind";
import classes from "./value-panel.module.css";

const JsonTree = dynamic(() => import("./json-tree").then((module) => module.JsonTree));

/** The length of the longest text, and of the longest bytes, that are rendered. Copying and saving take all. */
const [MAX_TEXT, MAX_BYTES] = [100_000, 16_384];

interface Props {
  typeName: string;
  value: string;
  /** The accessible name, where a page shows several. */
  label?: string;
}

/** A whole value in the form that suits its type, with its size above it. */
export function ValueView({ typeName, value, label = "Whole value" }: Props) {
  const shown = useMemo(() => shownValue(typeName, value), [typeName, value]);
  const [form, setForm] = useState<"tree" | "text">("tree");
  const isTree = shown.kind === "tree" && form === "tree";
  return (
    <>
      <div className={classes.facts}>
        <Text size="xs" c="dimmed" truncate>
          {typeName}, {sizeOf(shown, value)}
        </Text>
        {shown.kind === "tree" && (
          <SegmentedControl
            size="xs"
            aria-label="Show as"
            data={[
              { value: "tree", label: "Tree" },
              { value: "text", label: "Text" },
            ]}
            value={form}
            onChange={setForm}
          />
        )}
      </div>
      {shown.kind === "moment" && <MomentFacts value={value} hasZone={typeName.includes("with time zone")} />}
      {isTree ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part must be reached by the keyboard
        <section className={classes.tree} tabIndex={0} aria-label={label}>
          <JsonTree data={shown.data} />
        </section>
      ) : (
        <PlainText shown={shown} typeName={typeName} value={value} label={label} />
      )}
    </>
  );
}

function PlainText({ shown, typeName, value, label }: Required<Props> & { shown: ShownValue }) {
  const { text, isCut } = useMemo(() => plainText(shown, typeName, value), [shown, typeName, value]);
  return (
    <>
      {isCut && (
        <Text size="xs" c="dimmed">
          Showing the start. Copy and Download have the whole value.
        </Text>
      )}
      <WholeText label={label} wraps={shown.kind !== "bytes"}>
        {text}
      </WholeText>
    </>
  );
}

function plainText({ kind, ...shown }: ShownValue, typeName: string, value: string): { text: string; isCut: boolean } {
  if (kind === "bytes") {
    const start = bytesOf(value.slice(0, 2 + 2 * MAX_BYTES));
    return { text: hexDump(start), isCut: value.length > 2 + 2 * MAX_BYTES };
  }
  const isJson = ("isJson" in shown && shown.isJson) || /^jsonb?$/.test(typeName);
  const text = isJson ? indentedJson(value) : (inWords(typeName, value) ?? "");
  return { text: withTurnsShown(text.slice(0, MAX_TEXT)), isCut: text.length > MAX_TEXT };
}

function sizeOf({ kind }: ShownValue, value: string): string {
  if (kind !== "bytes") return countText(value.length, "character");
  const bytes = (value.length - 2) / 2;
  return bytes < 1_024 ? countText(bytes, "byte") : `${countText(bytes, "byte")} (${byteText(bytes)})`;
}

/** A timestamp in UTC and in the reader's own time. One without a time zone is no moment, and is shown as it is alone. */
function MomentFacts({ value, hasZone }: { value: string; hasZone: boolean }) {
  const facts = hasZone ? momentInZones(value) : null;
  if (!facts) return hasZone ? null : <p className={classes.note}>No time zone is stored with this value.</p>;
  return (
    <dl className={classes.moment}>
      <dt>UTC</dt>
      <dd>{facts.utc}</dd>
      {facts.zone !== "UTC" && (
        <>
          <dt>{facts.zone}</dt>
          <dd>{facts.local}</dd>
        </>
      )}
    </dl>
  );
}
