import { PageLink } from "@/components/ui/page-link";
import type { SsoTrial } from "@/lib/sign-in/sso/trial/resource";
import classes from "../../methods/trial/trial.module.css";
import { OUTCOMES } from "./words";

/** The result that the sign-in would have had, or the reason for its refusal. */
export function TrialOutcome({ trial, home }: { trial: SsoTrial; home: string }) {
  const { failure, outcome } = trial;
  return (
    <div className={classes.outcome}>
      {outcome && (
        <p>
          {OUTCOMES[outcome.kind]}
          {outcome.needsSecondFactor && " Two-step verification would come first."}
        </p>
      )}
      {outcome?.userId && (
        <p>
          <PageLink href={`${home}/users/${outcome.userId}`}>{outcome.email}</PageLink>
        </p>
      )}
      {failure && <p>{failure.advice}</p>}
      {failure?.detail && <p className={classes.text}>Detail: {failure.detail}</p>}
    </div>
  );
}
