"use client";

import { Code, CopyButton, UnstyledButton } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import classes from "./error-line.module.css";

interface Props {
  /** The reason, in one sentence. */
  message: string;
  /** The details that help those who are asked about it, such as `{ Code: "42P01", Request: "req_…" }`. */
  details?: Readonly<Record<string, string>>;
}

/** A failure in one line, the reason first; the details for support are behind `Show details`. */
export function ErrorLine({ message, details = {} }: Props) {
  const entries = Object.entries(details);
  return (
    <div role="alert" className={classes.error}>
      <IconAlertTriangle size={16} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        {message}
        {entries.length > 0 && (
          <details className={classes.details}>
            <summary>Show details</summary>
            <dl>
              {entries.map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>
                    <Code>{value}</Code>
                  </dd>
                </div>
              ))}
            </dl>
            <CopyButton value={entries.map(([name, value]) => `${name}: ${value}`).join("\n")}>
              {({ copied, copy }) => (
                <UnstyledButton onClick={copy} className={classes.copy}>
                  {copied ? "Copied" : "Copy details"}
                </UnstyledButton>
              )}
            </CopyButton>
          </details>
        )}
      </div>
    </div>
  );
}
