import { Alert, type AlertProps } from "@mantine/core";

interface Props extends Pick<AlertProps, "mb"> {
  /** `null`: nothing was refused. */
  message: string | null;
}

/** Why what was asked for was not done, read out at once. */
export function Refusal({ message, ...props }: Props) {
  if (message === null) return null;
  return (
    <Alert role="alert" color="red" variant="light" {...props}>
      {message}
    </Alert>
  );
}
