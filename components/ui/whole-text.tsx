import { Code } from "@mantine/core";
import classes from "./whole-text.module.css";

/** A long text in a region of its own that scrolls, by keys too. */
export function WholeText({ label, wraps = true, children }: { label: string; wraps?: boolean; children: string }) {
  return (
    <Code block className={classes.text} data-wraps={wraps || undefined} tabIndex={0} role="region" aria-label={label}>
      {children}
    </Code>
  );
}
