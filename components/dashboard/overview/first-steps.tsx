"use client";

import { Button, VisuallyHidden } from "@mantine/core";
import { IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { LinkButton } from "@/components/ui/link";
import { useRefresh } from "../charts/use-refresh";
import classes from "./overview.module.css";

const REFRESH_MS = 5_000;

export interface FirstStepsProps {
  isConnected: boolean;
  hasTable: boolean;
  hasKey: boolean;
  hasProject: boolean;
  /** The address of the pages of the database, and the button that opens everything needed to connect; or no database. */
  database: { home: string; connect: ReactNode } | null;
  /** The button that creates the first database. */
  create?: ReactNode;
  /** The page of API keys; `null` for a member who may not create any. */
  keys: string | null;
  /** The page of projects; `null` for a member who may not create any. */
  projects: string | null;
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

function stepsOf({ isConnected, hasTable, hasKey, hasProject, database, create, keys, projects }: FirstStepsProps) {
  const link = (href: string, label: string) => (isNext: boolean) => (
    <LinkButton href={href} variant={isNext ? "filled" : "default"}>
      {label}
    </LinkButton>
  );
  const steps: Step[] = [
    {
      title: database ? "Create the database" : "Create a database",
      text: "Ready in a second or two.",
      isDone: database !== null,
      action: () => create,
    },
    {
      title: "Connect",
      text: "Get the connection string for your app, or a temporary psql login.",
      isDone: isConnected,
      action: () => database?.connect,
    },
    {
      title: "Create your first table",
      text: "In the dashboard, in SQL, or with your app's migrations.",
      isDone: hasTable,
      action: database ? link(`${database.home}/tables`, "Create a table") : () => null,
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
    action: projects === null ? readHow : link(projects, "Create a project"),
  });
  return steps;
}

function readHow(isNext: boolean) {
  return (
    <Button component="a" href="/docs/projects" variant={isNext ? "filled" : "default"}>
      Read how
    </Button>
  );
}

interface Step {
  title: string;
  text: string;
  isDone: boolean;
  /** The button that does the step; `isNext` says whether it is the one to do now. */
  action: (isNext: boolean) => ReactNode;
}

/** Steps in their order, those that are done ticked. */
function StepList({ steps }: { steps: readonly Step[] }) {
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <ol className={classes.steps}>
      {steps.map((step) => (
        <li key={step.title} className={classes.step} data-done={step.isDone || undefined}>
          <span className={classes.mark}>
            {step.isDone ? <IconCircleCheckFilled size={20} aria-hidden /> : <IconCircle size={20} aria-hidden />}
          </span>
          <div className={classes.stepWords}>
            <div className={classes.title}>
              {step.title}
              {step.isDone && <VisuallyHidden> (done)</VisuallyHidden>}
            </div>
            {!step.isDone && <div className={classes.stepText}>{step.text}</div>}
          </div>
          {!step.isDone && step.action(step === next)}
        </li>
      ))}
    </ol>
  );
}
