"use client";

import { Text } from "@mantine/core";
import { ActionButton } from "@/components/ui/action-button";
import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import { ScriptButton } from "@/components/ui/script-button";
import { StatusWord } from "@/components/ui/status-word";
import { useConfirm } from "@/components/ui/use-confirm";
import type { SenderDomain, SenderOverview } from "@/lib/sign-in/mail/sender/resource";
import type { Outcome } from "@/lib/web/resource";
import classes from "./sender.module.css";

interface Props {
  overview: SenderOverview;
  domain: SenderDomain;
  /** `null` for a member who may not. */
  changes: { check: () => Promise<Outcome>; rotate: () => Promise<Outcome>; remove: () => Promise<Outcome> } | null;
}

/** The state of a sender domain, and the present sender of mails. */
export function SenderState({ overview: { from, nextCheckAt }, domain, changes }: Props) {
  const { ask, dialog } = useConfirm({
    title: "Remove domain",
    confirm: "Remove",
    text: () =>
      `Emails no longer come from ${domain.domain}, and its key is deleted. If you add the domain again, its DKIM record changes.`,
    act: changes?.remove ?? null,
    done: () => `Removed ${domain.domain}`,
  });
  const { isVerified, isTaken, isRootDomain, checkedAt } = domain;
  return (
    <section className={classes.state} aria-label="State">
      <Facts
        facts={[
          ["Domain", <b key="domain">{domain.domain}</b>],
          [
            "Status",
            <span key="status" role="status">
              {isVerified ? (
                <StatusWord kind="good">verified</StatusWord>
              ) : (
                <StatusWord kind="warning">{isTaken ? "used by another project" : "not verified yet"}</StatusWord>
              )}
            </span>,
          ],
          [
            isVerified ? "Emails come from" : "Until then, from",
            <span key="from">
              {from.name} &lt;{from.address}&gt;
            </span>,
          ],
          ["Last check", checkedAt === null ? "None yet" : <Moment key="last" at={checkedAt} />],
          ["Next check", <Moment key="next" at={nextCheckAt} />],
        ]}
      />
      {isTaken && (
        <Text size="sm" mt="xs">
          The records are right, but another project of this installation sends from {domain.domain}. Remove it there
          first.
        </Text>
      )}
      {!isVerified && !isRootDomain && (
        <Text size="sm" mt="xs">
          {domain.domain} is a subdomain. Use the root domain unless you send mail from the subdomain.
        </Text>
      )}
      {changes ? (
        <div className={classes.buttons}>
          <ActionButton variant="filled" action={changes.check} done="Records checked">
            Check now
          </ActionButton>
          {isVerified && domain.nextRecord === null && (
            <ActionButton action={changes.rotate} done="Made a new key">
              Rotate DKIM key
            </ActionButton>
          )}
          <ScriptButton variant="default" onClick={() => ask()}>
            Remove domain
          </ScriptButton>
        </div>
      ) : (
        <Text size="sm" c="dimmed" mt="xs">
          Admins and owners can change the domain.
        </Text>
      )}
      {dialog}
    </section>
  );
}
