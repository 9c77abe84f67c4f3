import type { IconProps } from "@tabler/icons-react";
import type { ComponentType } from "react";

/** An item of the menu of a row. */
export interface RowAction {
  /** A verb with its object, such as `Remove member`. */
  label: string;
  icon?: ComponentType<IconProps>;
  /** The action; an item with `href` is a link instead. */
  onSelect?: () => void;
  href?: string;
  /** Whether it takes something away: it stands last, below a line, in red. */
  isDestructive?: boolean;
}
