"use client";

import { cellText } from "../../grid/cell-text";
import { CellValue } from "../../grid/cell-value";
import classes from "../result-grid.module.css";

/**
 * A value on one line with the matches in it marked; all of it where the match is beyond the part that the cell shows.
 */
export function FoundValue({ value, pattern }: { value: string | null; pattern: RegExp | null }) {
  if (!value || !pattern?.test(value)) return <CellValue value={value} />;
  const text = cellText(value);
  const parts = text.split(new RegExp(`(${pattern.source})`, pattern.flags));
  if (parts.length === 1) return <mark className={classes.found}>{text}</mark>;
  return (
    <bdi>
      {parts.map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
          <mark key={index} className={classes.found}>
            {part}
          </mark>
        ),
      )}
    </bdi>
  );
}
