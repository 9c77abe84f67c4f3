"use client";

import { useState, useTransition } from "react";
import { announce } from "@/components/ui/announce";
import type { Outcome } from "@/lib/web/resource";
import type { DeployAnswer, DeployRefusal } from "./deploy-outcome";
import type { useFiles } from "./use-files";

interface Deployed {
  files: Readonly<Record<string, string>>;
  entry: string;
  message: string;
  /** The version that must answer still. */
  replaces: number | null;
}

export type Deploy = (input: Deployed) => Promise<Outcome<DeployAnswer>>;

/** Deploys the files as they are on the screen, and keeps why they weren't. */
export function useDeploy({ edited, rebase }: ReturnType<typeof useFiles>, deploy: Deploy | null) {
  const [refusal, setRefusal] = useState<DeployRefusal | null>(null);
  const [message, setMessage] = useState("");
  const [isDeploying, begin] = useTransition();
  const run = () => {
    if (!edited || !deploy || isDeploying) return;
    begin(async () => {
      const { files, entry, base } = edited;
      const outcome = await deploy({ files, entry, message, replaces: base });
      if (!outcome.isDone) return announce(outcome, "");
      const answer = outcome.value;
      setRefusal("refusal" in answer ? answer.refusal : null);
      if ("refusal" in answer) return;
      rebase(answer.version);
      setMessage("");
      announce(outcome, `Version ${answer.version} deployed.`);
    });
  };
  return { refusal, message, setMessage, isDeploying, run };
}
