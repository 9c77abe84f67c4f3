"use client";

import { Button, ButtonGroup } from "@mantine/core";
import { PageLink } from "@/components/ui/page-link";

interface Props {
  /** The address of the page without its query. */
  base: string;
  ranges: readonly string[];
  current: string;
  /** The further parameters that the address keeps. */
  query?: Readonly<Record<string, string>>;
}

/**
 * Links that choose the range of the charts. The range is in the address, so that a view can be bookmarked and shared.
 */
export function RangeSwitch({ base, ranges, current, query = {} }: Props) {
  return (
    <nav aria-label="Time range">
      <ButtonGroup>
        {ranges.map((range) => (
          <Button
            key={range}
            component={PageLink}
            href={`${base}?${new URLSearchParams({ ...query, range })}`}
            scroll={false}
            size="xs"
            variant={range === current ? "light" : "default"}
            aria-current={range === current ? "true" : undefined}
          >
            {range}
          </Button>
        ))}
      </ButtonGroup>
    </nav>
  );
}
