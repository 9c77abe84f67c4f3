"use client";

import { Group, TextInput } from "@mantine/core";
import { ActionForm } from "@/components/ui/action-form";
import { CopyField } from "@/components/ui/copy-field";
import type { FormAction } from "@/components/ui/form-action";
import { KeepFocus } from "@/components/ui/keep-focus";
import { Moment } from "@/components/ui/moment";
import { ScriptButton } from "@/components/ui/script-button";
import { StatusWord } from "@/components/ui/status-word";
import { SubmitButton } from "@/components/ui/submit-button";
import { useOutcome } from "@/components/ui/use-outcome";
import type { SsoDomain } from "@/lib/sign-in/sso/connections/resource";
import type { Outcome } from "@/lib/web/resource";
import classes from "./sso.module.css";

interface DomainChanges {
  add: FormAction;
  verify: (domain: string) => Promise<Outcome>;
  remove: (domain: string) => Promise<Outcome>;
}

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
      {changes && (
        <ActionForm action={changes.add} label="Add domain">
          <Group align="flex-end" gap="xs">
            <TextInput
              name="domain"
              label="Domain"
              placeholder="acme.example"
              required
              maxLength={253}
              autoComplete="off"
              inputMode="url"
              spellCheck={false}
            />
            <SubmitButton variant="default">Add domain</SubmitButton>
          </Group>
        </ActionForm>
      )}
    </KeepFocus>
  );
}

function Domain({ of, changes }: { of: SsoDomain; changes: DomainChanges | null }) {
  const { run, isWorking } = useOutcome();
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
            <ScriptButton
              size="xs"
              variant="default"
              loading={isWorking}
              aria-label={`Check now: ${domain}`}
              onClick={() => run(() => changes.verify(domain), `${domain} checked`)}
            >
              Check now
            </ScriptButton>
          )}
          <ScriptButton
            size="xs"
            variant="default"
            aria-label={`Remove: ${domain}`}
            onClick={() => run(() => changes.remove(domain), `${domain} removed`)}
          >
            Remove
          </ScriptButton>
        </div>
      )}
    </li>
  );
}
