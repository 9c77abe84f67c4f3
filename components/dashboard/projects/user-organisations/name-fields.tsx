import { TextInput } from "@mantine/core";

interface Props {
  name?: string;
  slug?: string;
}

/** The name and slug of an organisation, in a form. */
export function NameFields({ name, slug }: Props) {
  return (
    <>
      <TextInput
        name="name"
        label="Name"
        required
        maxLength={128}
        defaultValue={name}
        autoComplete="off"
        data-autofocus
      />
      <TextInput
        name="slug"
        label="Slug"
        description="Names it in your app's addresses: lower-case letters, digits and hyphens."
        required
        maxLength={64}
        defaultValue={slug}
        autoComplete="off"
        spellCheck={false}
      />
    </>
  );
}
