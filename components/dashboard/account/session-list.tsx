"use client";

import { countText } from "@/components/ui/figure-text";
import { KeepFocus } from "@/components/ui/keep-focus";
import { Moment } from "@/components/ui/moment";
import { ScriptButton } from "@/components/ui/script-button";
import { useConfirm } from "@/components/ui/use-confirm";
import type { AccountSession } from "@/lib/people/accounts/resource";
import type { Outcome } from "@/lib/web/resource";
import classes from "./account.module.css";
import { browserName } from "./browser-name";

const SHOWN = 5;

interface Props {
  sessions: readonly AccountSession[];
  endOthers: () => Promise<Outcome>;
}

/** The sessions of the account, and a button that signs it out everywhere else. */
export function SessionList({ sessions, endOthers }: Props) {
  const others = sessions.length - 1;
  const { ask, isWorking, dialog } = useConfirm({
    title: "Sign out elsewhere",
    confirm: "Sign out",
    text: () => `${countText(others, "other session")} will end. You stay signed in here.`,
    act: endOthers,
    done: () => "Signed out elsewhere.",
  });
  return (
    <KeepFocus label="Sessions">
      <ul className={classes.list}>
        {sessions.slice(0, SHOWN).map(({ id, isCurrent, userAgent, address, signedInAt }) => (
          <li key={id}>
            <span>{browserName(userAgent)}</span>
            <span className="meta">
              {isCurrent ? "this browser" : "signed in"} {isCurrent && "· signed in "}
              <Moment at={signedInAt} />
              {address && ` · ${address}`}
            </span>
          </li>
        ))}
        {sessions.length > SHOWN && <li className="meta">And {countText(sessions.length - SHOWN, "more session")}.</li>}
      </ul>
      {others > 0 && (
        <ScriptButton variant="default" mt="sm" loading={isWorking} onClick={() => ask()}>
          Sign out elsewhere
        </ScriptButton>
      )}
      {dialog}
    </KeepFocus>
  );
}
