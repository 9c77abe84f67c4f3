"use client";

import { Group } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { PlacedFormButton } from "@/components/ui/forms/form-place";
import { KeepFocus } from "@/components/ui/keep-focus";
import { Listing } from "@/components/ui/listing";
import { Moment } from "@/components/ui/moment";
import { RowMenu } from "@/components/ui/row-menu";
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

const COLUMNS = ["Signs in", "Created by", "Created", "Expires"] as const;

export function TestTokens({ isOn, tokens, mayCreate, switchOn, revoke }: Props) {
  const { run, isWorking } = useOutcome();
  return (
    <KeepFocus label="Testing tokens">
      {tokens.length > 0 ? (
        <Listing label="Testing tokens" minWidth={640} columns={COLUMNS} stacks>
          {tokens.map((token) => (
            <tr key={token.id}>
              <th scope="row">{token.email}</th>
              <td>
                <Creator of={token} />
              </td>
              <td data-label="Created">
                <Moment at={token.createdAt} />
              </td>
              <td data-label="Expires">
                <Moment at={token.expiresAt} />
              </td>
              <td data-actions>
                <RowMenu
                  label={`Actions for the token of ${token.email}`}
                  actions={
                    revoke
                      ? [
                          {
                            label: "Revoke token",
                            icon: IconTrash,
                            isDestructive: true,
                            onSelect: () => run(() => revoke(token.id), `Testing token of ${token.email} revoked`),
                          },
                        ]
                      : []
                  }
                />
              </td>
            </tr>
          ))}
        </Listing>
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
