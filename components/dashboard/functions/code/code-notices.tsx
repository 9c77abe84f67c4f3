"use client";

import { Alert, Button } from "@mantine/core";
import { LinkButton } from "@/components/ui/link";
import classes from "./code.module.css";

interface OutdatedProps {
  /** The version that the changes began from, and the version that answers now. */
  base: number | null;
  active: number | null;
  /** The address of the deployments. */
  deployments: string;
  keep: () => void;
  discard: () => void;
}

/** Another version was deployed since these changes began. */
export function Outdated({ base, active, deployments, keep, discard }: OutdatedProps) {
  const began = base === null ? "before it was deployed" : `from version ${base}`;
  return (
    <Alert color="yellow" variant="light" role="status" className={classes.notice} title="The function has changed">
      {active === null ? "No version answers now." : `Version ${active} answers now.`} Your changes began {began}.
      <div className={classes.choices}>
        {base !== null && active !== null && (
          <LinkButton href={`${deployments}?from=${base}&to=${active}`} size="xs" variant="default">
            See the changes
          </LinkButton>
        )}
        <Button size="xs" variant="default" onClick={keep}>
          Keep my changes
        </Button>
        <Button size="xs" variant="default" onClick={discard}>
          Discard my changes
        </Button>
      </div>
    </Alert>
  );
}

/** A version without files to edit. */
export function WithoutFiles({ version, begin }: { version: number; begin: (() => void) | null }) {
  return (
    <Alert color="gray" variant="light" className={classes.notice} title="No source files to edit">
      Version {version} was deployed as one bundle. Change its sources where you keep them, and deploy the folder with
      the command line.
      {begin && (
        <div className={classes.choices}>
          <Button size="xs" variant="default" onClick={begin}>
            Start over in the editor
          </Button>
        </div>
      )}
    </Alert>
  );
}
