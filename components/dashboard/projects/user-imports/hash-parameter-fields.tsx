import { Group, NumberInput, PasswordInput, Text, TextInput } from "@mantine/core";
import type { HashParameters } from "./send-users";

/** The values that the Firebase console shows under Authentication, Users, Password hash parameters. */
export function HashParameterFields() {
  return (
    <>
      <Text size="sm" c="dimmed">
        To take passwords along, copy the password hash parameters from the Firebase console: Authentication, Users, the
        menu above the list.
      </Text>
      <PasswordInput name="signerKey" label="Signer key" maxLength={512} autoComplete="off" />
      <Group grow align="flex-end">
        <TextInput name="saltSeparator" label="Salt separator" defaultValue="Bw==" maxLength={64} autoComplete="off" />
        <NumberInput name="rounds" label="Rounds" defaultValue={8} min={1} max={64} allowDecimal={false} />
        <NumberInput name="memCost" label="Memory cost" defaultValue={14} min={1} max={20} allowDecimal={false} />
      </Group>
    </>
  );
}

/** Returns `null` without a key: then only users without a password can be imported. */
export function hashParametersOf(form: FormData): HashParameters | null {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const signerKey = text("signerKey");
  if (signerKey === "") return null;
  const [rounds, memCost] = [Number(text("rounds")), Number(text("memCost"))];
  return { signerKey, saltSeparator: text("saltSeparator"), rounds, memCost };
}
