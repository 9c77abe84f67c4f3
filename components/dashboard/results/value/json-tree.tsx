"use client";

import { JsonView } from "react-json-view-lite";
import { withTurnsShown } from "../../grid/cell-text";
import classes from "./json-tree.module.css";

/** Deeper levels are folded at first, and so is everything with more entries than these. */
const [OPEN_LEVELS, OPEN_ENTRIES] = [3, 100];

const STYLE = {
  container: classes.tree,
  basicChildStyle: classes.entry,
  childFieldsContainer: classes.entries,
  label: classes.name,
  clickableLabel: classes.name,
  nullValue: classes.word,
  undefinedValue: classes.word,
  booleanValue: classes.word,
  numberValue: classes.number,
  otherValue: classes.number,
  stringValue: classes.string,
  punctuation: classes.sign,
  expandIcon: `${classes.fold} ${classes.folded}`,
  collapseIcon: classes.fold,
  collapsedContent: classes.more,
  ariaLables: { collapseJson: "Collapse", expandJson: "Expand" },
  stringifyStringValues: true,
  quotesForFieldNames: false,
};

/** A document, an array or a composite value as a tree that folds, by keys too. */
export function JsonTree({ data }: { data: object }) {
  return (
    <JsonView
      data={withMarks(data) as object}
      style={STYLE as never}
      shouldExpandNode={isOpen}
      clickToExpandNode
      aria-label="Value as a tree"
    />
  );
}

const isOpen = (level: number, value: object) => level < OPEN_LEVELS && Object.keys(value).length <= OPEN_ENTRIES;

/** Returns the data with the characters written out that turn the direction of a text. */
function withMarks(data: unknown): unknown {
  if (typeof data === "string") return withTurnsShown(data);
  if (Array.isArray(data)) return data.map(withMarks);
  if (typeof data !== "object" || data === null || data instanceof Date) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [withTurnsShown(name), withMarks(value)]));
}
