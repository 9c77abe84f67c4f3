import { Checkbox, TextInput } from "@mantine/core";

interface Props {
  email?: string;
  name?: string;
  isVerified?: boolean;
}

/** The fields of a user that their owner sets. */
export function UserFields({ email = "", name = "", isVerified = false }: Props) {
  return (
    <>
      <TextInput
        name="email"
        type="email"
        label="Email"
        defaultValue={email}
        required
        maxLength={254}
        autoComplete="off"
        data-autofocus
      />
      <TextInput name="name" label="Name" defaultValue={name} maxLength={256} autoComplete="off" />
      <Checkbox
        name="verified"
        label="Email is verified"
        description="Only if you know that the mailbox is theirs."
        defaultChecked={isVerified}
      />
    </>
  );
}
