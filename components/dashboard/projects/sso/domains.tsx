"use client";

import { ActionButton } from "@/components/ui/action-button";
import { CopyField } from "@/components/ui/copy-field";
import { LineForm } from "@/components/ui/forms/line-form";
import { KeepFocus } from "@/components/ui/keep-focus";
import { Moment } from "@/components/ui/moment";
import { StatusWord } from "@/components/ui/status-word";
import type { SsoDomain } from "@/lib/sign-in/sso/connections/resource";
import type { SetUpChanges } from "./changes";
import classes from "./sso.module.css";

type DomainChanges = Pick<SetUpChanges, "domainForm" | "addDomain" | "verifyDomain" | "removeDomain">;

interface Props {
  domains: readonly SsoDomain[];
  /** `null` for a member who may not. */
  changes: DomainChanges | null;
}

/** The domains whose people sign in by a connection, with the record that proves each. */
export function Domains({ domains, changes }: Props) {
  return (
    <KeepFocus label="Domains">
      <ul className={classes.domains} aria-label="Domains">
        {domains.map((domain) => (
          <Domain key={domain.domain} of={domain} changes={changes} />
        ))}
      </ul>
      {changes && <LineForm form={changes.domainForm} action={changes.addDomain} isSecondary />}
    </KeepFocus>
  );
}

function Domain({ of, changes }: { of: SsoDomain; changes: DomainChanges | null }) {
  const { domain, record, verifiedAt, missingSince, checkedAt } = of;
  const isFine = verifiedAt !== null && missingSince === null;
  return (
    <li className={classes.domain} aria-label={domain}>
      <div className={classes.head}>
        <h3 className={classes.name}>{domain}</h3>
        <span role="status">
          {isFine ? (
            <StatusWord kind="good">verified</StatusWord>
          ) : (
            <StatusWord kind="warning">{verifiedAt === null ? "not verified yet" : "record missing"}</StatusWord>
          )}
        </span>
        {checkedAt !== null && (
          <span className={classes.meta}>
            checked <Moment at={checkedAt} />
          </span>
        )}
      </div>
      {!isFine && (
        <dl className={classes.record}>
          <dt>TXT record</dt>
          <dd>
            <CopyField label={`Name of the record of ${domain}`} text={record.name} />
          </dd>
          <dt>Value</dt>
          <dd>
            <CopyField label={`Value of the record of ${domain}`} text={record.value} />
          </dd>
        </dl>
      )}
      {changes && (
        <div className={classes.buttons}>
          {!isFine && (
            <ActionButton
              size="xs"
              aria-label={`Check now: ${domain}`}
              action={() => changes.verifyDomain(domain)}
              done={`${domain} checked`}
            >
              Check now
            </ActionButton>
          )}
          <ActionButton
            size="xs"
            aria-label={`Remove: ${domain}`}
            action={() => changes.removeDomain(domain)}
            done={`${domain} removed`}
          >
            Remove
          </ActionButton>
        </div>
      )}
    </li>
  );
}
