"use client";

import { Button, CopyButton, Group } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import classes from "./page-failure.module.css";

interface Fact {
  name: string;
  value: string;
}

/** A page that failed: the reason in one line, and behind "Show details" the ID that helps to find it in the log. */
export function PageFailure({ error, retry }: { error: unknown; retry: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [facts, setFacts] = useState<Fact[]>([]);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => setFacts(factsOf(error)), [error]);
  return (
    <div role="alert" className={classes.failure}>
      <h1 ref={heading} tabIndex={-1} className={classes.reason}>
        This page couldn't be loaded.
      </h1>
      <p className={classes.advice}>Try again. If it keeps happening, send the details to the operator.</p>
      <Group gap="xs">
        <Button onClick={retry} variant="default">
          Try again
        </Button>
      </Group>
      <details className={classes.details}>
        <summary>Show details</summary>
        <dl className={classes.facts}>
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <CopyButton value={facts.map(({ name, value }) => `${name}: ${value}`).join("\n")}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy}>
              {copied ? "Copied" : "Copy details"}
            </Button>
          )}
        </CopyButton>
      </details>
    </div>
  );
}

/** Returns the public part of a failure: its id, never its message, which may name internal things. */
function factsOf(error: unknown): Fact[] {
  const digest = typeof error === "object" && error !== null && "digest" in error ? String(error.digest) : null;
  return [
    { name: "Code", value: "internal_error" },
    ...(digest === null ? [] : [{ name: "Reference", value: digest }]),
    { name: "Page", value: location.pathname },
    { name: "Time", value: new Date().toISOString() },
  ];
}
