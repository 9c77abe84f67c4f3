"use client";

import { Button, Checkbox, List, Text } from "@mantine/core";
import { ErrorLine } from "@/components/ui/error-line";
import type { FoundDependents } from "./use-dependents";

interface Props extends FoundDependents {
  isCascade: boolean;
  onCascade: (isCascade: boolean) => void;
}

/** The objects that a drop would take along, to which the user has to agree. */
export function Dependents({ found, failure, askAgain, isCascade, onCascade }: Props) {
  if (failure !== null) {
    return (
      <div>
        <ErrorLine message={`What depends on it isn't known. ${failure}`} />
        <Button variant="default" size="compact-sm" mt="xs" onClick={askAgain}>
          Try again
        </Button>
      </div>
    );
  }
  if (found.length === 0) return null;
  return (
    <div>
      <Text size="sm">These depend on it, and would go too:</Text>
      <List size="sm" mah={160} my={4}>
        {found.map((name) => (
          <List.Item key={name}>{name}</List.Item>
        ))}
      </List>
      <Checkbox
        label="Drop these too (CASCADE)"
        checked={isCascade}
        onChange={(event) => onCascade(event.currentTarget.checked)}
      />
    </div>
  );
}
