"use client";

import { ActionButton } from "@/components/ui/action-button";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import { PageLink } from "@/components/ui/page-link";
import type { Finding, SignInExplanation } from "@/lib/sign-in/explain/resource";
import type { Outcome } from "@/lib/web/resource";
import classes from "./explanation.module.css";
import { type Remedy, remedyLink } from "./remedy-link";
import { Timeline } from "./timeline";

/** The member's remedies for a finding, each with the words of its button. */
export type RemedyActs = Partial<Record<Remedy, { label: string; done: string; act: () => Promise<Outcome<unknown>> }>>;

interface Props {
  home: string;
  explanation: SignInExplanation;
  /** The number of days for which events are kept. */
  keptDays: number;
  acts: RemedyActs;
}

/** Why somebody could not get in: the obstacles of the account, and its last attempts and emails. */
export function Explanation({ home, explanation, keptDays, acts }: Props) {
  const { email, requestId, user, findings, timeline } = explanation;
  if (requestId !== null && timeline.length === 0) {
    return (
      <EmptyState
        title="No event of this request"
        text="Check the ID: it is the X-Request-Id of the answer. A request that was served has none, unless someone signed in."
      />
    );
  }
  return (
    <>
      {findings.length > 0 && (
        <section aria-labelledby="findings">
          <h2 id="findings" className={classes.title}>
            {email}
          </h2>
          <ul className={classes.findings}>
            {findings.map((finding) => (
              <FindingLine
                key={finding.id}
                finding={finding}
                link={remedyLink(home, finding.remedy, user?.id ?? null)}
                act={(finding.remedy && acts[finding.remedy]) ?? null}
              />
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="attempts">
        <h2 id="attempts" className={classes.title}>
          {requestId === null ? "Last attempts and emails" : "This request"}
        </h2>
        {requestId !== null && email !== null && (
          <p className={classes.meta}>
            <PageLink href={`${home}/events/why?${new URLSearchParams({ about: email })}`}>
              Everything about {email}
            </PageLink>
          </p>
        )}
        <Timeline home={home} entries={timeline} keptDays={keptDays} />
      </section>
    </>
  );
}

interface FindingProps {
  finding: Finding;
  link: ReturnType<typeof remedyLink>;
  act: RemedyActs[Remedy] | null;
}

function FindingLine({ finding, link, act }: FindingProps) {
  const { isBlocking, sentence, advice, at, until } = finding;
  return (
    <li className={classes.finding} data-blocking={isBlocking || undefined}>
      <div className={classes.words}>
        <p className={classes.sentence}>{sentence}</p>
        {advice && <p>{advice}</p>}
        {(at ?? until) && (
          <p className={classes.meta}>
            {at && <Moment at={at} />}
            {until && (
              <>
                {at && ", "}ends <Moment at={until} />
              </>
            )}
          </p>
        )}
      </div>
      {act && (
        <ActionButton size="xs" action={act.act} done={act.done}>
          {act.label}
        </ActionButton>
      )}
      {link && (
        <LinkButton href={link.href} variant="default" size="xs">
          {link.label}
        </LinkButton>
      )}
    </li>
  );
}
