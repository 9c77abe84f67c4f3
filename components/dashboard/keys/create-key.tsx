"use client";

import { lazy, type ReactNode } from "react";
import type { FormAction } from "@/components/ui/form-action";
import { FormPlace, PlacedFormButton } from "@/components/ui/forms/form-place";
import { useWhenIdle } from "@/components/ui/use-when-idle";
import type { Form } from "@/lib/web/forms/resource";

const loadScope = () => import("./scope-field");
const ScopeField = lazy(loadScope);
const loadSecret = () =>
  import("@/components/ui/forms/shown-secret").then(({ ShownSecret: shown }) => ({ default: shown }));
const ShownSecret = lazy(loadSecret);

interface Props {
  organisationId: string;
  form: Form;
  /** Creates the key. Its secret is shown only once. */
  create: FormAction<{ secret: string }>;
  children: ReactNode;
}

/** The part of a page that holds the buttons which create a key. */
export function KeyCreation({ organisationId, form, create, children }: Props) {
  useWhenIdle(() => void Promise.all([loadScope(), loadSecret()]).catch(() => undefined));
  const creation = {
    command: "create-key",
    keys: "c",
    form,
    action: create,
    last: <ScopeField organisationId={organisationId} />,
    result: ({ secret }: { secret: string }, close: () => void) => (
      <ShownSecret title="Copy your key now" label="API key" secret={secret} close={close} />
    ),
  };
  return <FormPlace forms={[creation]}>{children}</FormPlace>;
}

export function CreateKeyButton() {
  return (
    <PlacedFormButton command="create-key" keys="c">
      Create key
    </PlacedFormButton>
  );
}
