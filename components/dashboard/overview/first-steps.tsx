"use client";

import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { LinkButton } from "@/components/ui/link";
import { useRefresh } from "../charts/use-refresh";
import classes from "./overview.module.css";
import { type Step, StepList } from "./step-list";

const REFRESH_MS = 5_000;

export interface FirstStepsProps {
  isConnected: boolean;
  hasTable: boolean;
  hasKey: boolean;
  hasProject: boolean;
  /** The address of the pages of the database. */
  home: string;
  /** The page of API keys; `null` for a member who may not create any. */
  keys: string | null;
  /** The button that opens the panel with everything that is needed to connect. */
  connect: ReactNode;
}

/** The steps of the first hour with a database. They are ticked as they are seen to be done. */
export function FirstSteps(props: FirstStepsProps) {
  useRefresh(REFRESH_MS);
  return (
    <section aria-labelledby="first-steps">
      <div className={classes.heading}>
        <h2 id="first-steps">First steps</h2>
      </div>
      <StepList steps={stepsOf(props)} />
    </section>
  );
}

function stepsOf({ isConnected, hasTable, hasKey, hasProject, home, keys, connect }: FirstStepsProps): Step[] {
  const link = (href: string, label: string) => (isNext: boolean) => (
    <LinkButton href={href} variant={isNext ? "filled" : "default"}>
      {label}
    </LinkButton>
  );
  const steps: Step[] = [
    { title: "Create the database", text: "", isDone: true, action: () => null },
    {
      title: "Connect",
      text: "Get the connection string for your app, or a temporary psql login.",
      isDone: isConnected,
      action: () => connect,
    },
    {
      title: "Create your first table",
      text: "In the dashboard, in SQL, or with your app's migrations.",
      isDone: hasTable,
      action: link(`${home}/tables`, "Create a table"),
    },
  ];
  if (keys !== null) {
    steps.push({
      title: "Create an API key",
      text: "Your programs can then create databases and branches.",
      isDone: hasKey,
      action: link(keys, "Create an API key"),
    });
  }
  steps.push({
    title: "Add sign-in to your app",
    text: "A project is the sign-in service of one app.",
    isDone: hasProject,
    action: (isNext) => (
      <Button component="a" href="/docs/projects" variant={isNext ? "filled" : "default"}>
        Read how
      </Button>
    ),
  });
  return steps;
}
