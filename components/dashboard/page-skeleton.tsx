import { Skeleton, Stack, VisuallyHidden } from "@mantine/core";

/** The shape of a page that is on its way. */
export function PageSkeleton() {
  return (
    <Stack gap="md" aria-busy="true">
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      <Skeleton height={32} width="40%" radius="md" />
      <Skeleton height={120} radius="md" />
      <Skeleton height={120} radius="md" />
    </Stack>
  );
}
