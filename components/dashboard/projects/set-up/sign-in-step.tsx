"use client";

import { Loader } from "@mantine/core";
import { Moment } from "@/components/ui/moment";
import { StatusWord } from "@/components/ui/status-word";
import type { LatestSignIn } from "@/lib/sign-in/projects/resource";
import { useRefresh } from "../../charts/use-refresh";
import classes from "./set-up.module.css";

const REFRESH_MS = 2_000;

interface Props {
  /** The latest sign-in; `undefined` before the first, which the page waits for. */
  seen: LatestSignIn | undefined;
  /** The project's hosted page. */
  hostedPage: string;
}

/** Leads to the hosted page, and waits for the first sign-in, wherever it happens. */
export function SignInStep({ seen, hostedPage }: Props) {
  useRefresh(seen ? null : REFRESH_MS);
  return (
    <>
      <p>
        Sign up in your app, or right now on the{" "}
        <a href={hostedPage} target="_blank" rel="noreferrer">
          hosted sign-up page
        </a>
        , which every project has.
      </p>
      <div role="status">
        {seen ? (
          <StatusWord kind="good">
            {seen.email ?? "A user"} signed in <Moment at={seen.at} />
          </StatusWord>
        ) : (
          <span className={classes.meta}>
            <Loader size={12} mr="xs" aria-hidden />
            Waiting for the first sign-in
          </span>
        )}
      </div>
    </>
  );
}
