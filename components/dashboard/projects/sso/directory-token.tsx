"use client";

import { NativeSelect } from "@mantine/core";
import type { ComponentProps } from "react";
import { Moment } from "@/components/ui/moment";
import { ScriptButton } from "@/components/ui/script-button";
import { SubmitButton } from "@/components/ui/submit-button";
import { useOutcome } from "@/components/ui/use-outcome";
import type { ScimToken } from "@/lib/sign-in/scim/tokens/resource";
import type { ConnectionChanges } from "./changes";
import classes from "./sso.module.css";

/** The time for which a token still works once another takes its place, in seconds. */
const OVERLAPS = [
  { value: "86400", label: "Old one works for a day" },
  { value: "604800", label: "Old one works for a week" },
  { value: "2592000", label: "Old one works for 30 days" },
  { value: "0", label: "Old one ends now" },
];

interface Props {
  token: ScimToken;
  /** `null` for a member who may not. */
  changes: {
    revoke: ConnectionChanges["revokeToken"];
    /** The form that puts another token in its place; `null` while there are two already. */
    rotation: ComponentProps<"form"> | null;
  } | null;
}

/** A token that works, with its last use. */
export function DirectoryToken({
  token: { id, hint, createdAt, lastUsedAt, lastUsedAddress, expiresAt },
  changes,
}: Props) {
  const { run, isWorking } = useOutcome();
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
          <ScriptButton
            size="xs"
            variant="default"
            loading={isWorking}
            aria-label={`Revoke ${hint}`}
            onClick={() => run(() => changes.revoke(id), "Token revoked")}
          >
            Revoke
          </ScriptButton>
        </div>
      )}
    </li>
  );
}
