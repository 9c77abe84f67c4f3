import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import type { WebhookEndpoint } from "@/lib/sign-in/webhooks/resource";
import classes from "./webhooks.module.css";
import { eventsWords } from "./words";

export function WebhookFacts({ webhook }: { webhook: WebhookEndpoint }) {
  const { id, url, description, events, failingSince, previousSecretUntil, createdAt } = webhook;
  return (
    <div className={classes.facts}>
      <Facts
        facts={[
          ...(description ? [["Description", description] as const] : []),
          ["Address", url],
          ["Events", eventsWords(events)],
          ...(failingSince !== null
            ? [
                [
                  "Failing since",
                  <span key="failing">
                    <Moment at={failingSince} form="exact" />. After 5 days, it's disabled.
                  </span>,
                ] as const,
              ]
            : []),
          ...(previousSecretUntil !== null
            ? [
                [
                  "Old secret",
                  <span key="secret">
                    Signs too until <Moment at={previousSecretUntil} form="exact" />
                  </span>,
                ] as const,
              ]
            : []),
          ["Created", <Moment key="created" at={createdAt} />],
          ["ID", <code key="id">{id}</code>],
        ]}
      />
    </div>
  );
}
