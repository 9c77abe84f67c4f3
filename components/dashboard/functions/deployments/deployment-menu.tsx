"use client";

import { IconArrowBackUp, IconGitCompare } from "@tabler/icons-react";
import { RowMenu } from "@/components/ui/row-menu";
import { useConfirm } from "@/components/ui/use-confirm";
import type { FunctionDeployment } from "@/lib/services/functions/deployments/resource";
import type { Outcome } from "@/lib/web/resource";

export type RollBack = (version: number) => Promise<Outcome>;

interface Props {
  deployment: FunctionDeployment;
  home: string;
  active: number | null;
  rollBack: RollBack | null;
}

/** Compares a version with the answering one, or puts it back. */
export function DeploymentMenu({ deployment: { version, status }, home, active, rollBack }: Props) {
  const isOther = active !== null && version !== active;
  const isKept = status === "superseded" && isOther;
  const compare = { label: `Compare with version ${active}`, icon: IconGitCompare };
  const label = `Roll back to version ${version}`;
  const { ask, dialog } = useConfirm({
    title: label,
    confirm: "Roll back",
    text: () =>
      `Version ${version} is started once, and then answers in place of version ${active}, with the variables it had. Secrets stay as they are. Version ${active} is kept, so you can go back to it.`,
    act: rollBack && (() => rollBack(version)),
    done: () => `Version ${version} answers again.`,
  });
  return (
    <>
      <RowMenu
        label={`Actions for version ${version}`}
        actions={[
          ...(isOther
            ? [{ ...compare, href: `${home}?from=${Math.min(version, active)}&to=${Math.max(version, active)}` }]
            : []),
          ...(version > 1
            ? [
                {
                  label: `Compare with version ${version - 1}`,
                  icon: IconGitCompare,
                  href: `${home}?from=${version - 1}&to=${version}`,
                },
              ].filter(() => version - 1 !== active)
            : []),
          ...(rollBack && isKept ? [{ label, icon: IconArrowBackUp, onSelect: () => ask() }] : []),
        ]}
      />
      {dialog}
    </>
  );
}
