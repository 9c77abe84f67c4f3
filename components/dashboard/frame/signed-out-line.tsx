"use client";

import { Anchor } from "@mantine/core";
import { useEffect } from "react";
import { isStillSignedIn, setSessionAddress, useIsSignedOut } from "@/components/ui/session";
import classes from "./signed-out-line.module.css";

/** Says in one line that the member has signed out elsewhere. The page stays, and with it the text that was typed. */
export function SignedOutLine({ organisationId }: { organisationId: string | null }) {
  const isSignedOut = useIsSignedOut();
  useEffect(() => {
    setSessionAddress(organisationId && `/dashboard/${organisationId}/session`);
    const ask = () => {
      if (document.visibilityState === "visible") void isStillSignedIn(0);
    };
    document.addEventListener("visibilitychange", ask);
    addEventListener("focus", ask);
    return () => {
      document.removeEventListener("visibilitychange", ask);
      removeEventListener("focus", ask);
    };
  }, [organisationId]);
  if (!isSignedOut) return null;
  return (
    <div role="alert" className={classes.line}>
      <span>You're signed out. Your text is still here.</span>
      {/* A tab of its own leads through the sign-in page; this one goes on where it was. */}
      <Anchor href={location.pathname + location.search} target="_blank" inherit>
        Sign in
      </Anchor>
    </div>
  );
}
