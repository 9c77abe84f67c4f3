import { VisuallyHidden } from "@mantine/core";
import { IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./overview.module.css";

export interface Step {
  title: string;
  text: string;
  isDone: boolean;
  /** The button that does the step; `isNext` says whether it is the one to do now. */
  action: (isNext: boolean) => ReactNode;
}

/** Steps in their order, those that are done ticked. */
export function StepList({ steps }: { steps: readonly Step[] }) {
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
