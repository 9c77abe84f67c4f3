"use client";

import { UnstyledButton } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { lazy } from "react";
import { MenuOnDemand } from "../menu-on-demand";
import chip from "./filter-chip.module.css";
import type { FilterChoice } from "./filter-choice";

interface Props {
  /** The subject of the filter, such as `Person`. */
  label: string;
  choices: readonly FilterChoice[];
}

const load = () => import("./filter-menu-opened");
const Opened = lazy(load);

/** A filter of a list with many choices: a chip that says which is chosen, and opens the others. */
export function FilterMenu({ label, choices }: Props) {
  const chosen = choices.find(({ isOn }) => isOn);
  const target = (
    <UnstyledButton className={chip.chip} data-on={chosen ? true : undefined}>
      {chosen ? `${label}: ${chosen.label}` : label}
      <IconChevronDown size={14} aria-hidden />
    </UnstyledButton>
  );
  return (
    <MenuOnDemand target={target} load={load}>
      <Opened target={target} choices={choices} />
    </MenuOnDemand>
  );
}
