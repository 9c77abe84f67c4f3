import { Alert, Button, Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { CopyField } from "@/components/ui/copy-field";

interface Props {
  /** The kind of secret, such as `Server key`. */
  label: string;
  secret: string;
  /** The heading of the warning; by default it asks to copy the secret. */
  title?: string;
  /** A further sentence of the warning. */
  warning?: ReactNode;
  /** Content below the secret. */
  children?: ReactNode;
  close: () => void;
}

/** A secret that only this dialog shows. */
export function ShownSecret({ label, secret, title, warning, children, close }: Props) {
  return (
    <Stack gap="md">
      <Alert
        role="status"
        color="yellow"
        variant="light"
        title={title ?? `Copy your ${label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())} now`}
      >
        You won't be able to see it again. {warning}
      </Alert>
      <CopyField label={label} text={secret} />
      {children}
      <Group justify="flex-end">
        <Button onClick={close} data-autofocus>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
