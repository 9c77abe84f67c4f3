"use client";

import { Burger } from "@mantine/core";
import { Mark } from "@/components/ui/mark";
import { PageLink } from "@/components/ui/page-link";
import { untilHydrated } from "@/components/ui/until-hydrated";
import { TasksMenu } from "../tasks/tasks-menu";
import type { FrameOverlay, FrameProps } from "./frame-props";
import classes from "./header.module.css";
import { AccountMenu, DatabaseMenu, HelpMenu, OrganisationMenu, ProjectMenu } from "./menus";
import { SearchButton } from "./search-button";
import type { Sheet } from "./use-sheet";

interface Props extends Omit<FrameProps, "children" | "sidebar"> {
  hasSidebar: boolean;
  sheet: Sheet;
  /** Opens the panels that the frame has over the page. */
  show: (overlay: FrameOverlay) => void;
}

/** The line at the top. Its crumbs name the place of the page, and switch to the places beside it. */
export function Header({ hasSidebar, sheet, show, ...props }: Props) {
  const { serviceName, organisations, organisation, database, project, invitations, actions } = props;

  return (
    <header className={classes.header} data-branch={database?.parent ? true : undefined}>
      {hasSidebar && (
        <Burger
          opened={sheet.isOpen}
          onClick={sheet.toggle}
          hiddenFrom="sm"
          size="sm"
          aria-label={sheet.isOpen ? "Close navigation" : "Open navigation"}
          aria-expanded={sheet.isOpen}
          {...untilHydrated}
        />
      )}
      <nav aria-label="Breadcrumb" className={classes.crumbs}>
        <PageLink href="/dashboard" className={classes.brand} aria-label={`${serviceName} dashboard`}>
          <Mark />
        </PageLink>
        <span className={classes.crumb} data-above={database || project ? true : undefined}>
          <OrganisationMenu organisations={organisations} current={organisation} invitations={invitations} />
        </span>
        {organisation && database && (
          <>
            {database.parent && (
              <>
                <span className={classes.slash} data-above aria-hidden>
                  /
                </span>
                <PageLink
                  href={`/dashboard/${organisation.id}/databases/${database.parent.id}`}
                  className={classes.parent}
                  data-above
                >
                  {database.parent.name}
                </PageLink>
              </>
            )}
            <span className={classes.slash} data-above aria-hidden>
              /
            </span>
            <DatabaseMenu organisationId={organisation.id} current={database} />
          </>
        )}
        {organisation && project && (
          <>
            <span className={classes.slash} data-above aria-hidden>
              /
            </span>
            <ProjectMenu organisationId={organisation.id} current={project} />
          </>
        )}
      </nav>
      <div className={classes.space} />
      {actions}
      <SearchButton open={() => show("palette")} />
      <TasksMenu organisationId={organisation?.id ?? null} />
      <HelpMenu serviceName={serviceName} version={props.version} show={show} />
      <AccountMenu email={props.email} name={props.name} isOperator={props.isOperator} signOut={props.signOut} />
    </header>
  );
}
