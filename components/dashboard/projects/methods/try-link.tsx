import { Button } from "@mantine/core";

interface Props {
  href: string;
  name: string;
  /** The report of a trial offers another one, in the same tab. */
  isAgain?: boolean;
}

/** Leads to the provider, in a tab of its own from the list. A plain link: nothing may load it beforehand. */
export function TryLink({ href, name, isAgain = false }: Props) {
  const tab = isAgain ? {} : { target: "_blank", rel: "noopener" };
  return (
    <Button
      component="a"
      href={href}
      variant="default"
      size={isAgain ? "sm" : "xs"}
      aria-label={isAgain ? undefined : `Try ${name}`}
      {...tab}
    >
      {isAgain ? "Try again" : "Try it"}
    </Button>
  );
}
