"use client";

import { Button, Stack } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import { SidePanel } from "@/components/ui/side-panel";
import { StatusWord } from "@/components/ui/status-word";
import { useOutcome } from "@/components/ui/use-outcome";
import type { WebhookAttempt, WebhookDeliveryDetails } from "@/lib/sign-in/webhooks/resource";
import type { Outcome } from "@/lib/web/resource";
import { ValueView } from "../../results/value/value-view";
import classes from "./webhooks.module.css";
import { deliveryKind, durationText, outcomeWords } from "./words";

interface Props {
  delivery: WebhookDeliveryDetails;
  /** The address of the page without the sheet. */
  back: string;
  /** `null` where it can't be sent again. */
  resend: (() => Promise<Outcome>) | null;
}

/** A delivery at the side: the message, and each answer. */
export function DeliverySheet({ delivery, back, resend }: Props) {
  const router = useRouter();
  const { run, isWorking } = useOutcome();
  const { type, eventId, status, attempts, nextAttemptAt, createdAt, url, headers, body, log } = delivery;
  return (
    <SidePanel
      title={<code>{type}</code>}
      size="36rem"
      onClosed={() => router.replace(back as Route, { scroll: false })}
    >
      <Stack gap="md">
        <Facts
          facts={[
            [
              "Status",
              <StatusWord key="status" kind={deliveryKind(delivery)}>
                {status}
              </StatusWord>,
            ],
            ["Event", <Moment key="event" at={createdAt} form="exact" />],
            ["Attempts", attempts],
            ...(nextAttemptAt === null ? [] : [["Next attempt", <Moment key="next" at={nextAttemptAt} />] as const]),
          ]}
        />
        {resend && (
          <div>
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              loading={isWorking}
              onClick={() => run(resend, "Event sent again")}
            >
              Resend
            </Button>
          </div>
        )}
        <section aria-labelledby="request">
          <h3 className={classes.part} id="request">
            Request
          </h3>
          <Headers of={{ POST: url, ...headers, "webhook-signature": "made anew for each attempt" }} />
          <ValueView typeName="json" value={body} label="Body" />
        </section>
        <section aria-labelledby="answers">
          <h3 className={classes.part} id="answers">
            {log.length === 1 ? "Answer" : "Answers"}
          </h3>
          {log.length === 0 ? (
            <p className="meta">No attempt yet. Event {eventId}.</p>
          ) : (
            <ol className="plain-list">
              {log.toReversed().map((attempt) => (
                <Answer key={attempt.at} of={attempt} />
              ))}
            </ol>
          )}
        </section>
      </Stack>
    </SidePanel>
  );
}

function Headers({ of }: { of: Readonly<Record<string, string>> }) {
  return (
    <dl className={classes.headers}>
      {Object.entries(of).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Answer({ of: attempt }: { of: WebhookAttempt }) {
  const { at, durationMs, status, failure, answer } = attempt;
  return (
    <li className={classes.attempt}>
      <p className={classes.line}>
        <StatusWord kind={failure === null ? "good" : "bad"}>{outcomeWords(attempt)}</StatusWord>
        <Moment at={at} form="exact" />
        <span className="meta">{durationText(durationMs)}</span>
        {status !== null && answer === "" && <span className="meta">no body</span>}
      </p>
      {answer && <ValueView typeName="text" value={answer} label={`Answer of ${at}`} />}
    </li>
  );
}
