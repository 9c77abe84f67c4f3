import { StatusWord } from "@/components/ui/status-word";
import type { ProviderTrial, TrialStep } from "@/lib/sign-in/social/trial/resource";
import { STEP_WORDS } from "./step-words";
import classes from "./trial.module.css";

/** Each step of the sign-in with its result; those after a failed one did not happen. */
export function TrialSteps({ trial }: { trial: ProviderTrial }) {
  return (
    <ol className={classes.steps} aria-label="Steps">
      {trial.steps.map((step) => (
        <Step key={step} step={step} trial={trial} />
      ))}
    </ol>
  );
}

function Step({ step, trial }: { step: TrialStep; trial: ProviderTrial }) {
  const { title, text } = STEP_WORDS[step];
  const { passed, failure } = trial;
  const isPassed = passed.includes(step);
  const isFailed = failure?.step === step;
  return (
    <li>
      <div className={classes.step}>
        <span className={classes.title}>{title}</span>
        {isPassed && <StatusWord kind="good">passed</StatusWord>}
        {isFailed && <StatusWord kind="bad">failed</StatusWord>}
        {!isPassed && !isFailed && <StatusWord kind="quiet">not reached</StatusWord>}
      </div>
      {isPassed && <p className={classes.text}>{text(trial)}</p>}
      {isFailed && <p className={classes.text}>{failure.advice}</p>}
    </li>
  );
}
