"use client";

import { Menu } from "@mantine/core";

/** The place of a menu that no button opens: a position in the window. */
export function FloatingMenuTarget({ at }: { at: { x: number; y: number } }) {
  return (
    <Menu.Target>
      <span style={{ position: "fixed", left: at.x, top: at.y }} />
    </Menu.Target>
  );
}
