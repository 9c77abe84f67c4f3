"use client";

import { Stack, Text } from "@mantine/core";
import { ActionButton } from "@/components/ui/action-button";
import { CopyField } from "@/components/ui/copy-field";
import { Moment } from "@/components/ui/moment";
import { Refusal } from "@/components/ui/refusal";
import { SubmitButton } from "@/components/ui/submit-button";
import { useFormAction } from "@/components/ui/use-form-action";
import type { SsoSetUpState } from "@/lib/sign-in/sso/connections/resource";
import type { ConnectionChanges } from "./changes";
import classes from "./sso.module.css";

interface Props {
  /** The link that works now; `null` without one. */
  state: SsoSetUpState | null;
  changes: Pick<ConnectionChanges, "createLink" | "revokeLink">;
}

/** The link by which the company's administrator sets a connection up, shown once. */
export function SetUpLink({ state, changes }: Props) {
  const { state: outcome, form } = useFormAction(changes.createLink);
  const made = outcome?.isDone && state?.openedAt === null ? outcome.value : null;
  return (
    <Stack gap="sm">
      <Refusal message={outcome?.isDone === false ? outcome.message : null} />
      {made && <CopyField label="Set-up link" text={made.link} />}
      {state && (
        <Text size="sm">
          {state.openedAt === null ? (
            "Not opened yet"
          ) : (
            <>
              Opened <Moment at={state.openedAt} />
            </>
          )}
          , works until <Moment at={state.expiresAt} form="exact" />.
        </Text>
      )}
      <div className={classes.buttons}>
        <form {...form}>
          <SubmitButton variant="default">{state ? "Replace set-up link" : "Create set-up link"}</SubmitButton>
        </form>
        {state && (
          <ActionButton action={changes.revokeLink} done="Link revoked">
            Revoke
          </ActionButton>
        )}
      </div>
    </Stack>
  );
}
