"use client";

import { NativeSelect, Stack, Text } from "@mantine/core";
import type { ComponentProps } from "react";
import { ActionButton } from "@/components/ui/action-button";
import { CopyField } from "@/components/ui/copy-field";
import { KeepFocus } from "@/components/ui/keep-focus";
import { Moment } from "@/components/ui/moment";
import { Refusal } from "@/components/ui/refusal";
import { SubmitButton } from "@/components/ui/submit-button";
import { useFormAction } from "@/components/ui/use-form-action";
import type { ScimToken, ScimTokenList } from "@/lib/sign-in/scim/tokens/resource";
import type { ConnectionChanges } from "./changes";
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

/** The time for which a token still works once another takes its place, in seconds. */
const OVERLAPS = [
  { value: "86400", label: "Old one works for a day" },
  { value: "604800", label: "Old one works for a week" },
  { value: "2592000", label: "Old one works for 30 days" },
  { value: "0", label: "Old one ends now" },
];

interface DirectoryTokenProps {
  token: ScimToken;
  /** `null` for a member who may not. */
  changes: {
    revoke: ConnectionChanges["revokeToken"];
    /** The form that puts another token in its place; `null` while there are two already. */
    rotation: ComponentProps<"form"> | null;
  } | null;
}

/** A token that works, with its last use. */
function DirectoryToken({
  token: { id, hint, createdAt, lastUsedAt, lastUsedAddress, expiresAt },
  changes,
}: DirectoryTokenProps) {
  return (
    <li className={classes.domain} aria-label={hint}>
      <div className={classes.head}>
        <code>{hint}</code>
        <span className={classes.meta}>
          created <Moment at={createdAt} />
        </span>
        <span className={classes.meta}>
          {lastUsedAt === null ? (
            "never used"
          ) : (
            <>
              used <Moment at={lastUsedAt} />
              {lastUsedAddress !== null && ` from ${lastUsedAddress}`}
            </>
          )}
        </span>
        {expiresAt !== null && (
          <span className={classes.meta}>
            works until <Moment at={expiresAt} form="exact" />
          </span>
        )}
      </div>
      {changes && (
        <div className={classes.buttons}>
          {changes.rotation && expiresAt === null && (
            <form {...changes.rotation} aria-label={`Rotate ${hint}`} className={classes.rotation}>
              <input type="hidden" name="tokenId" value={id} />
              <NativeSelect size="xs" name="keepSeconds" aria-label={`Overlap of ${hint}`} data={OVERLAPS} />
              <SubmitButton size="xs" variant="default">
                Rotate
              </SubmitButton>
            </form>
          )}
          <ActionButton size="xs" aria-label={`Revoke ${hint}`} action={() => changes.revoke(id)} done="Token revoked">
            Revoke
          </ActionButton>
        </div>
      )}
    </li>
  );
}
