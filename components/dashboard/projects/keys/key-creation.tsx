"use client";

import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import type { FormAction } from "@/components/ui/form-action";
import { FormPlace, PlacedFormButton } from "@/components/ui/forms/form-place";
import { ShownSecret } from "@/components/ui/forms/shown-secret";
import type { Form } from "@/lib/web/forms/resource";

interface Made {
  secret: string;
}

interface Creation {
  form: Form;
  action: FormAction<Made>;
}

interface Props {
  publicKey: Creation;
  serverKey: Creation;
  /** `null` for a member who may not create testing tokens. */
  testToken: Creation | null;
  children: ReactNode;
}

/** The part of a page that holds the buttons which create a project's keys and testing tokens. */
export function ProjectKeyCreation({ publicKey, serverKey, testToken, children }: Props) {
  const shown = (label: string) => ({
    result: ({ secret }: Made, close: () => void) => <ShownSecret label={label} secret={secret} close={close} />,
  });
  return (
    <FormPlace
      forms={[
        { command: "create-public-key", keys: "c", ...publicKey, ...shown("Public key") },
        { command: "create-server-key", ...serverKey, ...shown("Server key") },
        ...(testToken ? [{ command: "create-testing-token", ...testToken, ...shown("Testing token") }] : []),
      ]}
    >
      {children}
    </FormPlace>
  );
}

export function CreateKeyMenu() {
  return (
    <Group gap="sm">
      <PlacedFormButton command="create-server-key" isSecondary>
        Create server key
      </PlacedFormButton>
      <PlacedFormButton command="create-public-key" keys="c">
        Create public key
      </PlacedFormButton>
    </Group>
  );
}
