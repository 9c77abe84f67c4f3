"use client";

import { Stack, Text } from "@mantine/core";
import { CopyField } from "@/components/ui/copy-field";
import { KeepFocus } from "@/components/ui/keep-focus";
import { Moment } from "@/components/ui/moment";
import { Refusal } from "@/components/ui/refusal";
import { ScriptButton } from "@/components/ui/script-button";
import { SubmitButton } from "@/components/ui/submit-button";
import { useFormAction } from "@/components/ui/use-form-action";
import { useOutcome } from "@/components/ui/use-outcome";
import type { ScimTokenList } from "@/lib/sign-in/scim/tokens/resource";
import type { ConnectionChanges } from "./changes";
import classes from "./sso.module.css";

interface Props {
  list: ScimTokenList;
  changes: Pick<ConnectionChanges, "createToken" | "revokeToken">;
}

/** The tokens by which the company's directory keeps its people in step, and the address to enter there. */
export function Directory({ list, changes }: Props) {
  const { state, form } = useFormAction(changes.createToken);
  const { run, isWorking } = useOutcome();
  const made = state?.isDone ? state.value : null;
  const working = list.items.filter(({ status }) => status === "active");
  return (
    <KeepFocus label="Directory">
      <Stack gap="sm">
        <CopyField label="Base URL" text={list.baseUrl} />
        <Refusal message={state?.isDone === false ? state.message : null} />
        {made && working.some(({ id }) => id === made.id) && (
          <>
            <CopyField label="Token" text={made.secret} />
            <Text size="sm">Copy the token now. It isn't shown again.</Text>
          </>
        )}
        <ul className={classes.domains} aria-label="Tokens">
          {working.map(({ id, hint, createdAt, lastUsedAt }) => (
            <li key={id} className={classes.domain}>
              <div className={classes.head}>
                <code>{hint}</code>
                <span className={classes.meta}>
                  created <Moment at={createdAt} />,{" "}
                  {lastUsedAt === null ? (
                    "never used"
                  ) : (
                    <>
                      used <Moment at={lastUsedAt} />
                    </>
                  )}
                </span>
              </div>
              <div className={classes.buttons}>
                <ScriptButton
                  size="xs"
                  variant="default"
                  loading={isWorking}
                  aria-label={`Revoke ${hint}`}
                  onClick={() => run(() => changes.revokeToken(id), "Token revoked")}
                >
                  Revoke
                </ScriptButton>
              </div>
            </li>
          ))}
        </ul>
        <form {...form}>
          <SubmitButton variant="default">Create token</SubmitButton>
        </form>
      </Stack>
    </KeepFocus>
  );
}
