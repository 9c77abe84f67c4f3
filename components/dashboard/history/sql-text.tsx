import { highlight } from "@/components/site/highlight";
import classes from "./sql-text.module.css";

/** The part of a longer text after this is shown without colours. */
const MAX_COLOURED = 4_000;
const MAX_LINE = 240;

/** A statement in one line, with the colours of its syntax. */
export function SqlLine({ text }: { text: string }) {
  const line = text
    .trim()
    .slice(0, 4 * MAX_LINE)
    .replaceAll(/\s+/g, " ")
    .slice(0, MAX_LINE)
    .toWellFormed();
  return <code className={classes.line}>{highlight(line, "sql")}</code>;
}

/** An import in one line. */
export function ImportLine({ schema, name, fileName }: { schema: string; name: string; fileName: string }) {
  return (
    <span>
      Import of <bdi>{fileName}</bdi> into <bdi>{schema === "public" ? name : `${schema}.${name}`}</bdi>
    </span>
  );
}

/** A whole statement. */
export function SqlText({ text }: { text: string }) {
  return (
    <pre className={classes.text}>
      <code>
        {highlight(text.slice(0, MAX_COLOURED), "sql")}
        {text.slice(MAX_COLOURED)}
      </code>
    </pre>
  );
}
