"use server";

import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import { ProjectId } from "@/lib/core/id-schemas";
import { deleteFunction as deleteFunctionVerb } from "@/lib/services/functions/delete";
import { deployFunction as deployFunctionVerb } from "@/lib/services/functions/deployments/deploy";
import { DeployInput } from "@/lib/services/functions/deployments/input";
import { rollBackFunction as rollBackFunctionVerb } from "@/lib/services/functions/deployments/roll-back";
import { FunctionName } from "@/lib/services/functions/names";
import { ScheduleInput } from "@/lib/services/functions/schedules/cron";
import { deleteSecret } from "@/lib/services/functions/secrets/delete";
import { setSecret } from "@/lib/services/functions/secrets/set";
import { deployTemplate } from "@/lib/services/functions/templates/deploy";
import { updateFunction } from "@/lib/services/functions/update";
import { deleteVariable } from "@/lib/services/functions/variables/delete";
import { setVariable } from "@/lib/services/functions/variables/set";
import { requireTyped, Typed } from "@/lib/web/confirmation";
import { defineAction } from "@/lib/web/define-action";
import { submitted } from "@/lib/web/forms/submitted";
import { deployRefusal } from "./deploy-refusal";
import { ACCESS, EGRESS, SECRET, VARIABLE } from "./forms";

const InProject = z.object({ projectId: ProjectId });
const OfFunction = InProject.extend({ name: z.string().max(40) });
const MOST_FILES = 1_000;
const MOST_SCHEDULES = 100;

export const createFunction = defineAction(
  {
    operationId: "dashboardCreateFunction",
    input: InProject.extend({ template: z.string().max(40), name: FunctionName }),
    args: ["projectId"],
    isForm: true,
    messages: {
      name: "A name has 1 to 40 characters of a-z, 0-9 and -, a letter first, and isn't secrets.",
      template: "Choose a template.",
    },
    refreshes: true,
    redirect: ({ organisationId, projectId, name }) =>
      `/dashboard/${organisationId}/projects/${projectId}/functions/${name}`,
  },
  (_, { organisationId: __, ...input }, { ctx }) => deployTemplate(ctx, input),
);

/**
 * Deploys the files in the editor. The answer includes the errors that keep it from being deployed, with their places.
 */
export const deployFunction = defineAction(
  {
    operationId: "dashboardDeployFunction",
    input: OfFunction.extend({
      files: z
        .record(z.string(), z.string())
        .refine((files) => Object.keys(files).length <= MOST_FILES, `There can be ${MOST_FILES} files at most.`),
      entry: z.string().max(200),
      message: z.string().max(500),
      replaces: z.int().min(1).nullable(),
    }),
    args: ["projectId", "name"],
    messages: { files: `There can be ${MOST_FILES} files at most.` },
    refreshes: true,
  },
  async (_, { organisationId: __, projectId, name, ...input }, { ctx }) => {
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

export const rollBackFunction = defineAction(
  {
    operationId: "dashboardRollBackFunction",
    input: OfFunction.extend({ version: z.int().min(1) }),
    args: ["projectId", "name", "version"],
    refreshes: true,
  },
  async (_, { organisationId: __, ...input }, { ctx }) => {
    await rollBackFunctionVerb(ctx, input);
  },
);

export const setAccess = defineAction(
  {
    operationId: "dashboardSetFunctionAccess",
    ...submitted(OfFunction, ACCESS),
    args: ["projectId", "name"],
    refreshes: true,
  },
  async (_, { organisationId: __, ...input }, { ctx }) => {
    await updateFunction(ctx, input);
  },
);

export const setEgress = defineAction(
  {
    operationId: "dashboardSetFunctionEgress",
    ...submitted(OfFunction, EGRESS),
    args: ["projectId", "name"],
    refreshes: true,
  },
  async (_, { organisationId: __, mode, hosts, ...at }, { ctx }) => {
    if (mode === "list" && hosts.length === 0) throw new ServiceError("invalid_request", "Enter at least one host.");
    await updateFunction(ctx, { ...at, egress: mode === "list" ? hosts : mode });
  },
);

/** Replaces all schedules of a function. */
export const saveSchedules = defineAction(
  {
    operationId: "dashboardSaveFunctionSchedules",
    input: OfFunction.extend({ schedules: z.array(ScheduleInput).max(MOST_SCHEDULES) }),
    args: ["projectId", "name", "schedules"],
    messages: { schedules: ({ message }) => `A schedule ${message}.` },
    refreshes: true,
  },
  async (_, { organisationId: __, ...input }, { ctx }) => {
    await updateFunction(ctx, input);
  },
);

export const removeFunction = defineAction(
  {
    operationId: "dashboardDeleteFunction",
    input: OfFunction.extend({ confirmation: Typed }),
    args: ["projectId", "name"],
    isForm: true,
    refreshes: true,
    redirect: ({ organisationId, projectId }) => `/dashboard/${organisationId}/projects/${projectId}/functions`,
  },
  (_, { confirmation, projectId, name }, { ctx }) => {
    requireTyped(confirmation, name, `Type ${name} to confirm.`);
    return deleteFunctionVerb(ctx, { projectId, name });
  },
);

export const setFunctionSecret = defineAction(
  {
    operationId: "dashboardSetFunctionSecret",
    ...submitted(InProject, SECRET),
    args: ["projectId"],
    refreshes: true,
  },
  async (_, { organisationId: __, ...input }, { ctx }) => {
    const { name } = await setSecret(ctx, input);
    return { name };
  },
);

export const deleteFunctionSecret = defineAction(
  {
    operationId: "dashboardDeleteFunctionSecret",
    input: InProject.extend({ name: z.string().max(64) }),
    args: ["projectId", "name"],
    isForm: true,
    refreshes: true,
  },
  async (_, { organisationId: __, ...input }, { ctx }) => {
    await deleteSecret(ctx, input);
  },
);

export const setFunctionVariable = defineAction(
  {
    operationId: "dashboardSetFunctionVariable",
    ...submitted(OfFunction, VARIABLE),
    args: ["projectId", "name"],
    refreshes: true,
  },
  async (_, { organisationId: __, ...input }, { ctx }) => {
    await setVariable(ctx, input);
    return { name: input.variable };
  },
);

export const deleteFunctionVariable = defineAction(
  {
    operationId: "dashboardDeleteFunctionVariable",
    input: OfFunction.extend({ variable: z.string().max(64) }),
    args: ["projectId", "name", "variable"],
    isForm: true,
    refreshes: true,
  },
  async (_, { organisationId: __, ...input }, { ctx }) => {
    await deleteVariable(ctx, input);
  },
);
