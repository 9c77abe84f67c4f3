"use client";

import { Button, Group, Input, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Confirm } from "@/components/ui/confirm";
import { CopyField } from "@/components/ui/copy-field";
import { Listing } from "@/components/ui/listing";
import { Moment } from "@/components/ui/moment";
import { StatusWord } from "@/components/ui/status-word";
import { useOutcome } from "@/components/ui/use-outcome";
import type { SigningKeyView } from "@/lib/sign-in/tokens/resource";
import type { Outcome } from "@/lib/web/resource";

interface Props {
  keys: readonly SigningKeyView[];
  issuer: string;
  /** `null` for a member who may not. */
  rotate: (() => Promise<Outcome>) | null;
  revoke: (() => Promise<Outcome>) | null;
}

const STATES: Readonly<Record<string, { kind: "good" | "waiting" | "quiet"; text: string }>> = {
  current: { kind: "good", text: "Signs tokens" },
  next: { kind: "waiting", text: "Published, signs next" },
  previous: { kind: "quiet", text: "Verifies older tokens" },
  revoked: { kind: "quiet", text: "Revoked" },
};

/** The keys that sign a project's tokens, and where servers find their public halves. */
export function SigningKeys({ keys, issuer, rotate, revoke }: Props) {
  const { run, isWorking } = useOutcome();
  const [isRotating, rotation] = useDisclosure();
  const [isRevoking, revocation] = useDisclosure();
  return (
    <Stack gap="sm">
      <Input.Wrapper label="Issuer" labelElement="div">
        <CopyField label="Issuer" text={issuer} />
      </Input.Wrapper>
      <Input.Wrapper label="Key set (JWKS)" labelElement="div">
        <CopyField label="Key set" text={`${issuer}/.well-known/jwks.json`} />
      </Input.Wrapper>
      {keys.length === 0 ? (
        <Text size="sm" c="dimmed">
          No keys yet. The first one is created with the first token.
        </Text>
      ) : (
        <Listing
          label="Signing keys"
          minWidth={520}
          columns={["Key ID", "Algorithm", "State", "Created"]}
          stacks
          hasActions={false}
        >
          {keys.map(({ id, algorithm, status, createdAt }) => (
            <tr key={id} data-dimmed={status === "revoked" || undefined}>
              <th scope="row">
                <code>{id}</code>
              </th>
              <td>{algorithm}</td>
              <td>
                <StatusWord kind={STATES[status]?.kind ?? "quiet"}>{STATES[status]?.text ?? status}</StatusWord>
              </td>
              <td data-label="Created">
                <Moment at={createdAt} />
              </td>
            </tr>
          ))}
        </Listing>
      )}
      {(rotate || revoke) && keys.length > 0 && (
        <Group gap="sm">
          {rotate && (
            <Button variant="default" onClick={rotation.open} loading={isWorking}>
              Rotate
            </Button>
          )}
          {revoke && (
            <Button variant="default" onClick={revocation.open} loading={isWorking}>
              Revoke all keys
            </Button>
          )}
        </Group>
      )}
      <Confirm
        isOpen={isRotating}
        title="Rotate signing keys"
        confirm="Rotate"
        onClose={rotation.close}
        onConfirm={() => rotate && run(rotate, "Published the next key")}
      >
        The next key is published now and signs in a day, when every server has it. Tokens stay valid until they expire.
        Keys are also rotated automatically every 90 days.
      </Confirm>
      <Confirm
        isOpen={isRevoking}
        title="Revoke all signing keys"
        confirm="Revoke"
        onClose={revocation.close}
        onConfirm={() => revoke && run(revoke, "Revoked all signing keys")}
      >
        For a key that has leaked. Every token that was issued is refused as soon as servers read the key set again,
        within 5 minutes. Users stay signed in, and their next token is signed with a new key. This can't be undone.
      </Confirm>
    </Stack>
  );
}
