import { StatusWord } from "@/components/ui/status-word";
import type { ProviderTrial, TrialStep } from "@/lib/sign-in/social/trial/resource";
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

interface StepWords {
  title: string;
  /** The sentence about a step that passed. */
  text: (trial: ProviderTrial) => string;
}

const list = (scopes: readonly string[]) => (scopes.length > 0 ? scopes.join(" ") : "none named");

const STEP_WORDS: Readonly<Record<TrialStep, StepWords>> = {
  redirect: {
    title: "Sent to the provider",
    text: ({ endpoint, requestedScopes, issuer }) =>
      `${issuer === null ? "" : `The configuration of ${issuer} was read. `}The browser went to ${endpoint}, with the scopes ${list(requestedScopes)}.`,
  },
  response: {
    title: "Came back with a code",
    text: ({ callbackUrl }) => `The state is that of your session, and was used once. Callback address: ${callbackUrl}`,
  },
  code: {
    title: "Code exchanged",
    text: ({ grantedScopes }) =>
      `The provider accepted the client and its secret. Granted scopes: ${list(grantedScopes)}.`,
  },
  "id-token": {
    title: "ID token verified",
    text: ({ token }) =>
      `Signature, time and nonce are right. Issuer: ${token?.issuer ?? ""}. Audience: ${token?.audience ?? ""}.`,
  },
  profile: {
    title: "Profile read",
    text: ({ isOidc }) => (isOidc ? "The claims name a person." : "The provider's documents name a person."),
  },
  user: { title: "Let in", text: () => "The project's rules let this person in." },
};
