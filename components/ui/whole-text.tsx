import { Code } from "@mantine/core";
import classes from "./whole-text.module.css";

/** A long text as it is, which scrolls by itself and can be reached by keys. */
export function WholeText({ label, children }: { label: string; children: string }) {
  return (
    <Code block className={classes.text} tabIndex={0} role="region" aria-label={label}>
      {children}
    </Code>
  );
}
