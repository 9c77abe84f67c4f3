"use client";

import { Stack, Switch } from "@mantine/core";
import { useState } from "react";
import { Confirm } from "@/components/ui/confirm";
import { untilHydrated } from "@/components/ui/until-hydrated";
import { useOutcome } from "@/components/ui/use-outcome";
import type { SsoConnection } from "@/lib/sign-in/sso/connections/resource";
import type { ConnectionChanges, SsoSetting } from "./changes";

interface Props {
  connection: Pick<SsoConnection, "name" | SsoSetting>;
  /** `null` for a member who may not. */
  turn: ConnectionChanges["turn"] | null;
  /** Set for a connection of an organisation, by which its members enter the dashboard. */
  isOfOrganisation?: boolean;
}

const SWITCHES: readonly [SsoSetting, label: string, description: string][] = [
  ["enabled", "On", "People sign in by it. It needs an identity provider and a verified domain."],
  [
    "required",
    "Required",
    "People of its verified domains sign in by it alone, and no password, email, passkey or provider lets them in.",
  ],
  ["createsUsers", "Creates users", "Someone new gets an account at the first sign-in."],
  [
    "startsAtProvider",
    "Sign-ins may start at the identity provider",
    "A tile in the company's portal then starts an ordinary sign-in.",
  ],
  [
    "trustsSecondFactor",
    "Trust the identity provider's second factor",
    "A user who gave one there isn't asked for one here, and counts as signed in with two factors.",
  ],
];

const OF_ORGANISATION: Partial<Record<SsoSetting, string>> = {
  required:
    "Members with an address of its verified domains enter the organisation by it alone. Owners keep their other ways in.",
  createsUsers: "Someone new becomes a member at the first sign-in. Otherwise, only members and invited people get in.",
};

/** The switches of a connection, each saved immediately. */
export function Switches({ connection, turn, isOfOrganisation = false }: Props) {
  const { run, isWorking } = useOutcome();
  const [isAsking, setAsking] = useState(false);
  const change = (setting: SsoSetting, label: string, isOn: boolean) => {
    if (!turn) return;
    if (setting === "required" && isOn) setAsking(true);
    else run(() => turn(setting, isOn), `${label}: ${isOn ? "on" : "off"}`);
  };
  return (
    <Stack gap="md">
      {SWITCHES.map(([setting, label, description]) => (
        <Switch
          key={setting}
          label={label}
          description={(isOfOrganisation && OF_ORGANISATION[setting]) || description}
          checked={connection[setting]}
          {...(turn === null || isWorking ? { disabled: true } : untilHydrated)}
          onChange={({ currentTarget: { checked } }) => change(setting, label, checked)}
        />
      ))}
      <Confirm
        isOpen={isAsking}
        title={`Require single sign-on for ${connection.name}`}
        confirm="Require"
        onClose={() => setAsking(false)}
        onConfirm={() => turn && run(() => turn("required", true), "Single sign-on is required")}
      >
        {isOfOrganisation
          ? "Members who signed in another way must sign in by it before they can go on. If the identity provider fails, an owner signs in another way and switches this off."
          : "Users of its domains who are signed in another way are signed out now. If the identity provider fails, switch this off again, or create a sign-in link for a user."}
      </Confirm>
    </Stack>
  );
}
