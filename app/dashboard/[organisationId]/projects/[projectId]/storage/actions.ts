"use server";

import { z } from "zod";
import { BucketId, ProjectId } from "@/lib/core/id-schemas";
import { createBucket as createBucketVerb } from "@/lib/services/storage/buckets/create";
import { deleteBucket as deleteBucketVerb } from "@/lib/services/storage/buckets/delete";
import { updateBucket as updateBucketVerb } from "@/lib/services/storage/buckets/update";
import { KeyPrefix, ObjectKey } from "@/lib/services/storage/names/key";
import { copyObject as copyObjectVerb } from "@/lib/services/storage/objects/copy";
import { deleteObjects as deleteObjectsVerb, MAX_KEYS } from "@/lib/services/storage/objects/delete-many";
import { moveObject as moveObjectVerb } from "@/lib/services/storage/objects/move";
import { checkRules } from "@/lib/services/storage/policy/faults";
import { MAX_RULES } from "@/lib/services/storage/policy/rules";
import { actionsOn } from "@/lib/web/define-action";
import { submitted } from "@/lib/web/forms/submitted";
import { giving } from "@/lib/web/giving";
import { inProject } from "@/lib/web/places";
import { BUCKET, RENAMING } from "./forms";

const inBucket = actionsOn(["projectId", "bucket"], { projectId: ProjectId, bucket: BucketId });

export const createBucket = inProject(
  "dashboardCreateBucket",
  {
    ...submitted(BUCKET),
    redirect: (_input, { id }: { id: string }) => `storage/${id}`,
  },
  (ctx, { organisationId: _, ...input }) => createBucketVerb(ctx, input),
);

export const updateBucket = inBucket(
  "dashboardUpdateBucket",
  submitted(BUCKET),
  async (ctx, { organisationId: _, ...input }) => {
    await updateBucketVerb(ctx, input);
  },
);

export const deleteBucket = inBucket("dashboardDeleteBucket", { isForm: true, redirect: "storage" }, deleteBucketVerb);

/** Saves a policy whose rules are all valid; otherwise it says the fault of each, and saves nothing. */
export const savePolicy = inBucket(
  "dashboardSavePolicy",
  {
    input: { rules: z.array(z.record(z.string(), z.unknown())).max(MAX_RULES) },
    args: ["rules"],
    messages: { rules: `A policy has at most ${MAX_RULES} rules.` },
  },
  async (ctx, { projectId, bucket, rules }) => {
    const checked = checkRules(rules);
    if ("faults" in checked) return checked;
    await updateBucketVerb(ctx, { projectId, bucket, policy: checked.policy });
    return { faults: [] };
  },
);

export const deleteObjects = inBucket(
  "dashboardDeleteObjects",
  { input: { keys: z.array(ObjectKey).min(1).max(MAX_KEYS) }, refreshes: false },
  deleteObjectsVerb,
);

/** Deletes the objects below a folder. The browser calls it again until all is gone. */
export const deleteFolder = inBucket(
  "dashboardDeleteFolder",
  { input: { prefix: KeyPrefix }, args: ["prefix"], refreshes: false },
  deleteObjectsVerb,
);

/** The panel of an object whose key is gone is gone too, so the browser asks anew for the page once it has its answer. */
const renaming = {
  ...submitted(RENAMING),
  input: { from: ObjectKey, ...RENAMING.input },
  args: ["from"],
  refreshes: false,
} as const;

export const moveObject = inBucket("dashboardMoveObject", renaming, giving(["key"], moveObjectVerb));

export const copyObject = inBucket("dashboardCopyObject", renaming, giving(["key"], copyObjectVerb));
