"use client";

import { Stack, Text } from "@mantine/core";
import { CopyField } from "@/components/ui/copy-field";
import { KeepFocus } from "@/components/ui/keep-focus";
import { Refusal } from "@/components/ui/refusal";
import { SubmitButton } from "@/components/ui/submit-button";
import { useFormAction } from "@/components/ui/use-form-action";
import type { ScimTokenList } from "@/lib/sign-in/scim/tokens/resource";
import type { ConnectionChanges } from "./changes";
import { DirectoryToken } from "./directory-token";
import classes from "./sso.module.css";

/** One for the directory, and its replacement. */
const MOST_TOKENS = 2;

interface Props {
  list: ScimTokenList;
  /** `null` for a member who may not. */
  changes: Pick<ConnectionChanges, "createToken" | "rotateToken" | "revokeToken"> | null;
}

/** The tokens by which the company's directory keeps its people in step, and the address to enter there. */
export function Directory({ list, changes }: Props) {
  const working = list.items.filter(({ status }) => status === "active");
  return (
    <KeepFocus label="Directory">
      <Stack gap="sm">
        <CopyField label="Base URL" text={list.baseUrl} />
        {changes ? <Tokens working={working} changes={changes} /> : <TokenList working={working} />}
      </Stack>
    </KeepFocus>
  );
}

type Working = ScimTokenList["items"];

function TokenList({ working }: { working: Working }) {
  if (working.length === 0) return <Text size="sm">No token yet.</Text>;
  return (
    <ul className={classes.domains} aria-label="Tokens">
      {working.map((token) => (
        <DirectoryToken key={token.id} token={token} changes={null} />
      ))}
    </ul>
  );
}

function Tokens({ working, changes }: { working: Working; changes: NonNullable<Props["changes"]> }) {
  const creation = useFormAction(changes.createToken);
  const rotation = useFormAction(changes.rotateToken);
  const outcomes = [creation.state, rotation.state];
  const made = outcomes.flatMap((outcome) => (outcome?.isDone ? [outcome.value] : []));
  // The newest token comes first.
  const newest = working.map(({ id }) => made.find((each) => each.id === id)).find(Boolean);
  const refused = outcomes.find((outcome) => outcome?.isDone === false);
  const canAdd = working.length < MOST_TOKENS;
  return (
    <>
      <Refusal message={refused?.isDone === false ? refused.message : null} />
      {newest && (
        <>
          <CopyField label="Token" text={newest.secret} />
          <Text size="sm">Copy the token now. It isn't shown again.</Text>
        </>
      )}
      <ul className={classes.domains} aria-label="Tokens">
        {working.map((token) => (
          <DirectoryToken
            key={token.id}
            token={token}
            changes={{ revoke: changes.revokeToken, rotation: canAdd ? rotation.form : null }}
          />
        ))}
      </ul>
      {working.length === 0 && (
        <form {...creation.form}>
          <SubmitButton variant="default">Create token</SubmitButton>
        </form>
      )}
    </>
  );
}
