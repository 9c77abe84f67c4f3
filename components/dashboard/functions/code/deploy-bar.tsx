import { Button, TextInput } from "@mantine/core";
import { untilHydrated } from "@/components/ui/until-hydrated";
import classes from "./code.module.css";

interface Props {
  /** The state of the files, in words. */
  state: string;
  message: string;
  setMessage: (message: string) => void;
  isDeploying: boolean;
  /** Whether a meanwhile change must be decided on first. */
  isOutdated: boolean;
  /** `null` where nothing has changed. */
  discard: (() => void) | null;
  /** `null` for a member who may not. */
  deploy: (() => void) | null;
}

/** The line below the editor: the state of the files, and the button that deploys them. */
export function DeployBar({ state, message, setMessage, isDeploying, isOutdated, discard, deploy }: Props) {
  return (
    <div className={classes.foot}>
      <span className={classes.state} role="status">
        {state}
      </span>
      {deploy && (
        <>
          {discard && (
            <Button variant="default" onClick={discard}>
              Discard changes
            </Button>
          )}
          <TextInput
            aria-label="Summary of the changes"
            placeholder="Summary of the changes"
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
            maxLength={500}
            autoComplete="off"
          />
          <Button
            onClick={deploy}
            loading={isDeploying}
            disabled={isOutdated}
            title="Deploy (Ctrl+S, ⌘S on a Mac)"
            {...untilHydrated}
          >
            Deploy
          </Button>
        </>
      )}
    </div>
  );
}
