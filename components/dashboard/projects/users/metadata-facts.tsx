import { Code, Stack, Text } from "@mantine/core";

export interface Metadata {
  publicMetadata: object;
  privateMetadata: object;
}

/** The metadata that the app keeps about a user. */
export function MetadataFacts({ publicMetadata, privateMetadata }: Metadata) {
  return (
    <Stack gap="xs">
      <Json label="Public" value={publicMetadata} />
      <Json label="Private" value={privateMetadata} />
    </Stack>
  );
}

function Json({ label, value }: { label: string; value: object }) {
  if (Object.keys(value).length === 0) return null;
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Code block tabIndex={0} aria-label={`${label} metadata`}>
        {JSON.stringify(value, null, 2)}
      </Code>
    </div>
  );
}
