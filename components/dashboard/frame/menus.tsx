"use client";

import { UnstyledButton } from "@mantine/core";
import { IconGitBranch, IconHelp } from "@tabler/icons-react";
import { lazy } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { initialsOf } from "@/components/ui/initials";
import { MenuOnDemand } from "@/components/ui/menu-on-demand";
import { Initials } from "@/components/ui/person";
import type {
  AccountMenuProps,
  DatabaseMenuProps,
  HelpMenuProps,
  OrganisationMenuProps,
  ProjectMenuProps,
} from "./frame-props";
import classes from "./header.module.css";
import { SwitcherButton } from "./switcher-button";

const loadAccount = () => import("./account-menu-opened");
const OpenedAccount = lazy(loadAccount);
const loadDatabase = () => import("./database-menu-opened");
const OpenedDatabase = lazy(loadDatabase);
const loadHelp = () => import("./help-menu-opened");
const OpenedHelp = lazy(loadHelp);
const loadOrganisation = () => import("./organisation-menu-opened");
const OpenedOrganisation = lazy(loadOrganisation);
const loadProject = () => import("./project-menu-opened");
const OpenedProject = lazy(loadProject);

/** The menu of the account: its page, the colour scheme, and signing out. */
export function AccountMenu(props: AccountMenuProps) {
  const target = (
    // The name has the visible text, so that it can be said to choose the button.
    <UnstyledButton aria-label={`Account, ${initialsOf(props)}`}>
      <Initials name={props.name} email={props.email} />
    </UnstyledButton>
  );
  return (
    <MenuOnDemand target={target} load={loadAccount}>
      <OpenedAccount {...props} target={target} />
    </MenuOnDemand>
  );
}

/** The menu that switches between the databases and branches of an organisation. */
export function DatabaseMenu(props: DatabaseMenuProps) {
  const { name, parent } = props.current;
  const target = (
    <SwitcherButton name={name} leftSection={parent ? <IconGitBranch size={14} aria-label="Branch" /> : undefined} />
  );
  return (
    <MenuOnDemand target={target} load={loadDatabase}>
      <OpenedDatabase {...props} target={target} />
    </MenuOnDemand>
  );
}

/** The menu with the help for this page: its documentation, its shortcuts, and the version. */
export function HelpMenu(props: HelpMenuProps) {
  const target = (
    <IconButton aria-label="Help" className={classes.help}>
      <IconHelp size={18} aria-hidden />
    </IconButton>
  );
  return (
    <MenuOnDemand target={target} load={loadHelp}>
      <OpenedHelp {...props} target={target} />
    </MenuOnDemand>
  );
}

/**
 * The menu that switches between organisations. Each has addresses of its own, so that two tabs can show different
 * ones.
 */
export function OrganisationMenu(props: OrganisationMenuProps) {
  const target = <SwitcherButton name={props.current?.name ?? "Organisations"} />;
  return (
    <MenuOnDemand target={target} load={loadOrganisation}>
      <OpenedOrganisation {...props} target={target} />
    </MenuOnDemand>
  );
}

/** The menu that switches between the projects of an organisation. */
export function ProjectMenu(props: ProjectMenuProps) {
  const target = <SwitcherButton name={props.current.name} />;
  return (
    <MenuOnDemand target={target} load={loadProject}>
      <OpenedProject {...props} target={target} />
    </MenuOnDemand>
  );
}
