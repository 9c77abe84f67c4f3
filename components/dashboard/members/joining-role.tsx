"use client";

import { Radio, Stack } from "@mantine/core";
import { untilHydrated } from "@/components/ui/until-hydrated";
import { useOutcome } from "@/components/ui/use-outcome";
import type { JoiningRole as Role } from "@/lib/people/sso/resource";
import type { Outcome } from "@/lib/web/resource";
import { asRole, roleName, roleText } from "./role";

interface Props {
  role: Role;
  /** `null` for a member who may not. */
  set: ((role: string) => Promise<Outcome>) | null;
}

const CHOICES: readonly Role[] = ["viewer", "developer"];

/** The role of people who become members by a connection, saved at once. */
export function JoiningRole({ role, set }: Props) {
  const { run, isWorking } = useOutcome();
  return (
    <Radio.Group
      label="Someone new becomes"
      value={role}
      onChange={(chosen) => set && run(() => set(chosen), `Someone new becomes ${asRole(chosen)}`)}
    >
      <Stack gap="xs" mt={6}>
        {CHOICES.map((choice) => (
          <Radio
            key={choice}
            value={choice}
            label={roleName(choice)}
            description={roleText(choice)}
            {...(set === null || isWorking ? { disabled: true } : untilHydrated)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
