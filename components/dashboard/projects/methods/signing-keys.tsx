"use client";

import { Button, Group, Input, Stack, Text } from "@mantine/core";
import { CopyField } from "@/components/ui/copy-field";
import { DataTable } from "@/components/ui/lists/data-table";
import { Moment } from "@/components/ui/moment";
import { StatusWord } from "@/components/ui/status-word";
import { useConfirm } from "@/components/ui/use-confirm";
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
  const rotation = useConfirm({
    title: "Rotate signing keys",
    confirm: "Rotate",
    text: () =>
      "The next key is published now and signs in a day, when every server has it. Tokens stay valid until they expire. Keys are also rotated automatically every 90 days.",
    act: rotate,
    done: () => "Published the next key",
  });
  const revocation = useConfirm({
    title: "Revoke all signing keys",
    confirm: "Revoke",
    text: () =>
      "For a key that has leaked. Every token that was issued is refused as soon as servers read the key set again, within 5 minutes. Users stay signed in, and their next token is signed with a new key. This can't be undone.",
    act: revoke,
    done: () => "Revoked all signing keys",
  });
  const isWorking = rotation.isWorking || revocation.isWorking;
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
        <DataTable
          label="Signing keys"
          minWidth={520}
          rows={keys}
          isDimmed={({ status }) => status === "revoked"}
          columns={[
            { name: "Key ID", cell: ({ id }) => <code>{id}</code> },
            { name: "Algorithm", card: null, cell: ({ algorithm }) => algorithm },
            { name: "State", card: null, cell: ({ status }) => <State status={status} /> },
            { name: "Created", cell: ({ createdAt }) => <Moment at={createdAt} /> },
          ]}
        />
      )}
      {(rotate || revoke) && keys.length > 0 && (
        <Group gap="sm">
          {rotate && (
            <Button variant="default" onClick={() => rotation.ask()} loading={isWorking}>
              Rotate
            </Button>
          )}
          {revoke && (
            <Button variant="default" onClick={() => revocation.ask()} loading={isWorking}>
              Revoke all keys
            </Button>
          )}
        </Group>
      )}
      {rotation.dialog}
      {revocation.dialog}
    </Stack>
  );
}

function State({ status }: Pick<SigningKeyView, "status">) {
  const { kind, text } = STATES[status] ?? { kind: "quiet", text: status };
  return <StatusWord kind={kind}>{text}</StatusWord>;
}
