"use client";

import { Group } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { PlacedFormButton } from "@/components/ui/forms/form-place";
import { KeepFocus } from "@/components/ui/keep-focus";
import { MenuTable } from "@/components/ui/lists/menu-table";
import { Moment } from "@/components/ui/moment";
import { ScriptButton } from "@/components/ui/script-button";
import { useOutcome } from "@/components/ui/use-outcome";
import type { TestToken } from "@/lib/sign-in/test-tokens/resource";
import type { Outcome } from "@/lib/web/resource";
import { Creator } from "./creator";
import classes from "./keys.module.css";
import type { MadeBy } from "./made";

interface Props {
  /** Whether testing tokens sign in. */
  isOn: boolean;
  tokens: readonly (TestToken & MadeBy)[];
  mayCreate: boolean;
  switchOn: (() => Promise<Outcome>) | null;
  revoke: ((id: string) => Promise<Outcome>) | null;
}

export function TestTokens({ isOn, tokens, mayCreate, switchOn, revoke }: Props) {
  const { run, isWorking } = useOutcome();
  return (
    <KeepFocus label="Testing tokens">
      {tokens.length > 0 ? (
        <MenuTable
          label="Testing tokens"
          minWidth={640}
          rows={tokens}
          keepsFocus={false}
          columns={[
            { name: "Signs in", cell: ({ email }) => email },
            { name: "Created by", card: null, cell: (token) => <Creator of={token} /> },
            { name: "Created", cell: ({ createdAt }) => <Moment at={createdAt} /> },
            { name: "Expires", cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
          ]}
          menu={({ id, email }) => ({
            of: `the token of ${email}`,
            actions: revoke
              ? [
                  {
                    ...{ label: "Revoke token", icon: IconTrash, isDestructive: true },
                    onSelect: () => run(() => revoke(id), `Testing token of ${email} revoked`),
                  },
                ]
              : [],
          })}
        />
      ) : (
        <p className={classes.none}>
          {isOn ? "No testing tokens wait to be used." : "Testing tokens are off for this project."}
        </p>
      )}
      <Group mt="sm">
        {!isOn && switchOn && (
          <ScriptButton variant="default" loading={isWorking} onClick={() => run(switchOn, "Testing tokens are on")}>
            Turn on testing tokens
          </ScriptButton>
        )}
        {isOn && mayCreate && (
          <PlacedFormButton command="create-testing-token" isSecondary>
            Create testing token
          </PlacedFormButton>
        )}
        {isOn && !mayCreate && <span className={classes.meta}>Admins and owners can create testing tokens.</span>}
      </Group>
    </KeepFocus>
  );
}
