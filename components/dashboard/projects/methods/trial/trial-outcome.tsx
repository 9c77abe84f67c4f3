import { Facts } from "@/components/ui/facts";
import { PageLink } from "@/components/ui/page-link";
import type { TrialOutcome as Outcome, ProviderTrial } from "@/lib/sign-in/social/trial/resource";
import classes from "./trial.module.css";

const SENTENCES: Readonly<Record<Outcome["kind"], string>> = {
  linked: "It would sign in the user who is linked to this account.",
  "same-address": "It would link this account to the user who has the same verified email address, and sign them in.",
  new: "It would create a user and sign them in.",
};

/** The result that the sign-in would have had, or the reason for its refusal. */
export function TrialOutcome({ trial, home }: { trial: ProviderTrial; home: string }) {
  const { failure, outcome, profile, name } = trial;
  return (
    <div className={classes.outcome}>
      {outcome && (
        <p>
          {SENTENCES[outcome.kind]}
          {outcome.needsSecondFactor && " Two-step verification would come first."}
        </p>
      )}
      {failure && <p>{failure.advice}</p>}
      {failure?.detail && (
        <p className={classes.text}>
          Detail: <code>{failure.detail}</code>
        </p>
      )}
      {profile && (
        <Facts
          facts={[
            ["Name", profile.name || "–"],
            ["Email", profile.email ?? "none"],
            ["Verified", profile.emailVerified ? "yes, by the provider" : "no"],
            [`ID at ${name}`, <code key="id">{profile.subject}</code>],
            ...(outcome?.userId
              ? [
                  [
                    "User",
                    <PageLink key="user" href={`${home}/users/${outcome.userId}`}>
                      {outcome.email}
                    </PageLink>,
                  ] as const,
                ]
              : []),
          ]}
        />
      )}
    </div>
  );
}
