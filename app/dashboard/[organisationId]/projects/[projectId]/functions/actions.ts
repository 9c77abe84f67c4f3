"use server";

import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import { ProjectId } from "@/lib/core/id-schemas";
import { deleteFunction as deleteFunctionVerb } from "@/lib/services/functions/delete";
import { deployFunction as deployFunctionVerb } from "@/lib/services/functions/deployments/deploy";
import { DeployInput } from "@/lib/services/functions/deployments/input";
import { rollBackFunction as rollBackFunctionVerb } from "@/lib/services/functions/deployments/roll-back";
import { ScheduleInput } from "@/lib/services/functions/schedules/cron";
import { deleteSecret } from "@/lib/services/functions/secrets/delete";
import { setSecret } from "@/lib/services/functions/secrets/set";
import { deployTemplate } from "@/lib/services/functions/templates/deploy";
import { updateFunction } from "@/lib/services/functions/update";
import { deleteVariable } from "@/lib/services/functions/variables/delete";
import { setVariable } from "@/lib/services/functions/variables/set";
import { actionsOn } from "@/lib/web/define-action";
import { submitted } from "@/lib/web/forms/submitted";
import { giving } from "@/lib/web/giving";
import { inProject } from "@/lib/web/places";
import { deployRefusal } from "./deploy-refusal";
import { ACCESS, EGRESS, FUNCTION, SECRET, VARIABLE } from "./forms";

const ofFunction = actionsOn(["projectId", "name"], { projectId: ProjectId, name: z.string().max(40) });

const MOST_FILES = 1_000;
const MOST_SCHEDULES = 100;

export const createFunction = inProject(
  "dashboardCreateFunction",
  {
    input: { template: z.string().max(40), ...FUNCTION.input },
    isForm: true,
    messages: { template: "Choose a template.", ...FUNCTION.messages },
    redirect: ({ name }) => `functions/${name}`,
  },
  (ctx, { organisationId: _, ...input }) => deployTemplate(ctx, input),
);

/**
 * Deploys the files in the editor. The answer includes the errors that keep it from being deployed, with their places.
 */
export const deployFunction = ofFunction(
  "dashboardDeployFunction",
  {
    input: {
      files: z
        .record(z.string(), z.string())
        .refine((files) => Object.keys(files).length <= MOST_FILES, `There can be ${MOST_FILES} files at most.`),
      entry: z.string().max(200),
      message: z.string().max(500),
      replaces: z.int().min(1).nullable(),
    },
    messages: { files: `There can be ${MOST_FILES} files at most.` },
  },
  async (ctx, { organisationId: _, projectId, name, ...input }) => {
    try {
      const { version } = await deployFunctionVerb(ctx, { projectId, name, ...DeployInput.parse(input) });
      return { version };
    } catch (error) {
      const refusal = error instanceof ServiceError ? deployRefusal(error) : null;
      if (refusal) return { refusal };
      throw error;
    }
  },
);

export const rollBackFunction = ofFunction(
  "dashboardRollBackFunction",
  { input: { version: z.int().min(1) }, args: ["version"] },
  giving([], rollBackFunctionVerb),
);

export const setAccess = ofFunction("dashboardSetFunctionAccess", submitted(ACCESS), giving([], updateFunction));

export const setEgress = ofFunction(
  "dashboardSetFunctionEgress",
  submitted(EGRESS),
  async (ctx, { mode, hosts, ...at }) => {
    if (mode === "list" && hosts.length === 0) throw new ServiceError("invalid_request", "Enter at least one host.");
    await updateFunction(ctx, { ...at, egress: mode === "list" ? hosts : mode });
  },
);

/** Replaces all schedules of a function. */
export const saveSchedules = ofFunction(
  "dashboardSaveFunctionSchedules",
  {
    input: { schedules: z.array(ScheduleInput).max(MOST_SCHEDULES) },
    args: ["schedules"],
    messages: { schedules: ({ message }) => `A schedule ${message}.` },
  },
  giving([], updateFunction),
);

export const removeFunction = ofFunction(
  "dashboardDeleteFunction",
  { typed: (_ctx, { name }) => name, isForm: true, redirect: "functions" },
  deleteFunctionVerb,
);

export const setFunctionSecret = inProject(
  "dashboardSetFunctionSecret",
  submitted(SECRET),
  giving(["name"], setSecret),
);

export const deleteFunctionSecret = inProject(
  "dashboardDeleteFunctionSecret",
  { input: { name: z.string().max(64) }, args: ["name"], isForm: true },
  giving([], deleteSecret),
);

export const setFunctionVariable = ofFunction(
  "dashboardSetFunctionVariable",
  submitted(VARIABLE),
  async (ctx, input) => {
    await setVariable(ctx, input);
    return { name: input.variable };
  },
);

export const deleteFunctionVariable = ofFunction(
  "dashboardDeleteFunctionVariable",
  { input: { variable: z.string().max(64) }, args: ["variable"], isForm: true },
  deleteVariable,
);
