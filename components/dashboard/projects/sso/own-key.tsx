"use client";

import { Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Confirm } from "@/components/ui/confirm";
import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import { ScriptButton } from "@/components/ui/script-button";
import { useOutcome } from "@/components/ui/use-outcome";
import type { SsoConnection } from "@/lib/sign-in/sso/connections/resource";
import type { ConnectionChanges } from "./changes";
import classes from "./sso.module.css";

interface Props {
  of: Pick<SsoConnection["serviceProvider"], "certificate" | "nextCertificate">;
  /** `null` for a member who may not. */
  changes: Pick<ConnectionChanges, "rotateKey" | "endKeyRotation"> | null;
}

/** The connection's own key, by its certificate, and how it is replaced. */
export function OwnKey({ of: { certificate, nextCertificate }, changes }: Props) {
  const { run, isWorking } = useOutcome();
  const [isAsking, setAsking] = useState(false);
  const isRotating = nextCertificate !== null;
  const shown = [
    ["Certificate", certificate],
    ["New certificate", nextCertificate],
  ] as const;
  return (
    <Stack gap="sm">
      <Facts
        facts={shown.flatMap(([name, each]) =>
          each === null
            ? []
            : [
                [
                  name,
                  <span key={name}>
                    until <Moment at={each.expiresAt} form="exact" />
                    <code className={classes.fingerprint}>{each.fingerprint}</code>
                  </span>,
                ] as const,
              ],
        )}
      />
      {isRotating && (
        <Text size="sm">
          Give the identity provider the metadata again. Until you end the old key, it signs requests, and assertions
          for either certificate are decrypted.
        </Text>
      )}
      {changes && (
        <div>
          <ScriptButton variant="default" loading={isWorking} onClick={() => setAsking(true)}>
            {isRotating ? "End old key" : "Replace key"}
          </ScriptButton>
        </div>
      )}
      <Confirm
        isOpen={isAsking}
        title={isRotating ? "End old key" : "Replace key"}
        confirm={isRotating ? "End old key" : "Replace key"}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          changes &&
          (isRotating ? run(changes.endKeyRotation, "Old key ended") : run(changes.rotateKey, "New key made"))
        }
      >
        {isRotating
          ? "The old key is deleted. If the identity provider doesn't have the new certificate yet, no one signs in by it until it does."
          : "A second key is made, and the metadata has both certificates. Nothing stops working: you end the old key once the identity provider has the new certificate."}
      </Confirm>
    </Stack>
  );
}
