import { Checkbox, NativeSelect, PasswordInput } from "@mantine/core";
import { useState } from "react";
import { LANGUAGES } from "./languages";

/** The ways in which a new user gets a password: by a link in an email, from the member, or not at all. */
export function FirstPassword() {
  const [sendsLink, setSendsLink] = useState(false);
  return (
    <>
      <Checkbox
        name="sendPasswordLink"
        label="Email them a link to set a password"
        description="It works once, for 7 days, and proves the address."
        checked={sendsLink}
        onChange={({ currentTarget: { checked } }) => setSendsLink(checked)}
      />
      {sendsLink ? (
        <>
          <input type="hidden" name="password" value="" />
          <NativeSelect name="locale" label="Language of the email" data={LANGUAGES} maw="14rem" />
        </>
      ) : (
        <PasswordInput
          name="password"
          label="Password"
          description="Optional. Without one, they sign in by email or a provider, or choose one by resetting it."
          maxLength={256}
          autoComplete="new-password"
        />
      )}
    </>
  );
}
