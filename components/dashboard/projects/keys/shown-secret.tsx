import { Alert, Button, Group, Stack } from "@mantine/core";
import { CopyField } from "@/components/ui/copy-field";

interface Props {
  /** The kind of secret, such as `Server key`. */
  label: string;
  secret: string;
  close: () => void;
}

/** A secret that only this dialog shows. */
export function ShownSecret({ label, secret, close }: Props) {
  return (
    <Stack gap="md">
      <Alert role="status" color="yellow" variant="light" title={`Copy your ${label.toLowerCase()} now`}>
        You won't be able to see it again.
      </Alert>
      <CopyField label={label} text={secret} />
      <Group justify="flex-end">
        <Button onClick={close} data-autofocus>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
