"use client";

import { Alert, Anchor } from "@mantine/core";
import type { Refusal } from "./run-statements";

/** Why a run was refused, or ended before its last statement. */
export function Refused({ refusal, isStopped, base }: { refusal: Refusal; isStopped: boolean; base: string }) {
  return (
    <Alert role="alert" color="red" variant="light" title={isStopped ? "Stopped" : "Not run"} flex="none">
      {refusal.message}{" "}
      {refusal.code === "unauthorized" && (
        // A new document leads to the sign-in page, and from there back to this one, which keeps its tabs.
        <Anchor href={base} inherit>
          Sign in
        </Anchor>
      )}
    </Alert>
  );
}
