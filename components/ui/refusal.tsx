import { Alert, type AlertProps } from "@mantine/core";

interface Props extends Pick<AlertProps, "mb"> {
  /** The reason; `null` where nothing was refused. */
  message: string | null;
}

/** An alert with the reason of a refusal, which screen readers read out at once. */
export function Refusal({ message, ...props }: Props) {
  if (message === null) return null;
  return (
    <Alert role="alert" color="red" variant="light" {...props}>
      {message}
    </Alert>
  );
}
