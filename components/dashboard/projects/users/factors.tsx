"use client";

import { Button } from "@mantine/core";
import { Confirm } from "@/components/ui/confirm";
import { countText } from "@/components/ui/figure-text";
import { KeepFocus } from "@/components/ui/keep-focus";
import { Moment } from "@/components/ui/moment";
import { useAsked } from "@/components/ui/use-asked";
import { useOutcome } from "@/components/ui/use-outcome";
import type { OwnedUserDetails } from "@/lib/sign-in/users/resource";
import type { Outcome } from "@/lib/web/resource";
import classes from "./users.module.css";

interface Props extends Pick<OwnedUserDetails, "email" | "passkeys" | "twoFactor" | "trustedBrowsers"> {
  /** `null` for a member who may not. */
  removePasskey: ((passkeyId: string) => Promise<Outcome>) | null;
  removeTwoFactor: (() => Promise<Outcome>) | null;
}

interface Question {
  title: string;
  text: string;
  done: string;
  run: () => Promise<Outcome>;
}

/** The passkeys of a user and their two-step verification, which can be removed for a user who has lost them. */
export function Factors({ email, passkeys, twoFactor, trustedBrowsers, removePasskey, removeTwoFactor }: Props) {
  const { run } = useOutcome();
  const { asked, isAsking, ask, close } = useAsked<Question>();
  const askForPasskey = (id: string, name: string) =>
    removePasskey &&
    ask({
      title: "Remove passkey",
      text: `${email} can't sign in with ${name} any more, and is told by email. Sessions continue.`,
      done: `Removed ${name}.`,
      run: () => removePasskey(id),
    });
  const askForTwoFactor = () =>
    removeTwoFactor &&
    ask({
      title: "Turn off two-step verification",
      text: `${email} signs in without a second step, and is told by email. Backup codes and trusted browsers are deleted; sessions continue. Make sure that the request really comes from them.`,
      done: "Two-step verification is off.",
      run: removeTwoFactor,
    });
  return (
    <KeepFocus label="Passkeys and two-step verification">
      <ul className="plain-list">
        {passkeys.map(({ id, name, isBackedUp, createdAt, lastUsedAt }) => (
          <li key={id} className={classes.line}>
            <span className={classes.words}>
              {name ?? "Passkey"}{" "}
              <span className={classes.meta}>
                {isBackedUp ? "synced passkey" : "passkey on one device"}, added <Moment at={createdAt} />
                {lastUsedAt !== null && (
                  <>
                    , last used <Moment at={lastUsedAt} />
                  </>
                )}
              </span>
            </span>
            {removePasskey && (
              <Button
                size="xs"
                variant="default"
                aria-label={`Remove ${name ?? "passkey"}`}
                onClick={() => askForPasskey(id, name ?? "this passkey")}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
        {passkeys.length === 0 && <li className={classes.line}>No passkeys</li>}
        <li className={classes.line}>
          <span className={classes.words}>
            Two-step verification{" "}
            <span className={classes.meta}>
              {twoFactor ? (
                <>
                  on since <Moment at={twoFactor.enabledAt} />, {countText(twoFactor.backupCodes, "backup code")} left
                  {trustedBrowsers > 0 && `, ${countText(trustedBrowsers, "trusted browser")}`}
                </>
              ) : (
                "off"
              )}
            </span>
          </span>
          {twoFactor && removeTwoFactor && (
            <Button size="xs" variant="default" onClick={askForTwoFactor}>
              Turn off
            </Button>
          )}
        </li>
      </ul>
      <Confirm
        isOpen={isAsking}
        title={asked?.title ?? ""}
        confirm={asked?.title.startsWith("Remove") ? "Remove" : "Turn off"}
        onClose={close}
        onConfirm={() => asked && run(asked.run, asked.done)}
      >
        {asked?.text}
      </Confirm>
    </KeepFocus>
  );
}
