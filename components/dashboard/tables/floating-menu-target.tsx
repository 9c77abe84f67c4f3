"use client";

import { Menu } from "@mantine/core";

/** Where a menu opens that no button has: a position in the window. */
export function FloatingMenuTarget({ at }: { at: { x: number; y: number } }) {
  return (
    <Menu.Target>
      <span style={{ position: "fixed", left: at.x, top: at.y }} />
    </Menu.Target>
  );
}
