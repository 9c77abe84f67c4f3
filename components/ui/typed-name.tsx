import { TextInput } from "@mantine/core";

interface Props {
  /** The text that the user has to type. */
  name: string;
  typed: string;
  onType: (typed: string) => void;
}

/** Whether the user has typed the name. */
export const isTyped = ({ name, typed }: Pick<Props, "name" | "typed">): boolean => typed.trim() === name;

/** A field in which the user types a name before something is done that can't be undone. */
export function TypedName({ name, typed, onType }: Props) {
  return (
    <TextInput
      name="confirmation"
      label={`Type ${name} to confirm`}
      value={typed}
      onChange={(event) => onType(event.currentTarget.value)}
      autoComplete="off"
      spellCheck={false}
      data-autofocus
    />
  );
}
