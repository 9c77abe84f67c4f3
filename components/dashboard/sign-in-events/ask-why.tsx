import { Button, TextInput } from "@mantine/core";
import classes from "./explanation.module.css";

/** Asks about an email address or a request; works without JavaScript. */
export function AskWhy({ home, about }: { home: string; about: string }) {
  return (
    <form method="get" action={`${home}/events/why`} className={classes.ask} aria-label="Why couldn't they get in?">
      <TextInput
        name="about"
        aria-label="Email or request ID"
        placeholder="Why couldn't they get in? Email or request ID"
        defaultValue={about}
        required
        maxLength={254}
        autoComplete="off"
        spellCheck={false}
        className={classes.about}
      />
      <Button type="submit" variant="default">
        Explain
      </Button>
    </form>
  );
}
