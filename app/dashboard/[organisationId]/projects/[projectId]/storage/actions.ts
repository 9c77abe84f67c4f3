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
import { defineAction } from "@/lib/web/define-action";
import { submitted } from "@/lib/web/forms/submitted";
import { BUCKET, RENAMING } from "./forms";

const InProject = z.object({ projectId: ProjectId });
const InBucket = InProject.extend({ bucketId: BucketId });

export const createBucket = defineAction(
  {
    operationId: "dashboardCreateBucket",
    ...submitted(InProject, BUCKET),
    args: ["projectId"],
    refreshes: true,
    redirect: ({ organisationId, projectId }, { id }: { id: string }) =>
      `/dashboard/${organisationId}/projects/${projectId}/storage/${id}`,
  },
  (ctx, { organisationId: _, ...input }) => createBucketVerb(ctx, input),
);

export const updateBucket = defineAction(
  {
    operationId: "dashboardUpdateBucket",
    ...submitted(InBucket, BUCKET),
    args: ["projectId", "bucketId"],
    refreshes: true,
  },
  async (ctx, { organisationId: _, bucketId: bucket, ...input }) => {
    await updateBucketVerb(ctx, { ...input, bucket });
  },
);

export const deleteBucket = defineAction(
  {
    operationId: "dashboardDeleteBucket",
    input: InBucket,
    args: ["projectId", "bucketId"],
    isForm: true,
    refreshes: true,
    redirect: ({ organisationId, projectId }) => `/dashboard/${organisationId}/projects/${projectId}/storage`,
  },
  (ctx, { projectId, bucketId }) => deleteBucketVerb(ctx, { projectId, bucket: bucketId }),
);

/** Saves a policy whose rules are all valid; otherwise it says the fault of each, and saves nothing. */
export const savePolicy = defineAction(
  {
    operationId: "dashboardSavePolicy",
    input: InBucket.extend({ rules: z.array(z.record(z.string(), z.unknown())).max(MAX_RULES) }),
    args: ["projectId", "bucketId", "rules"],
    messages: { rules: `A policy has at most ${MAX_RULES} rules.` },
    refreshes: true,
  },
  async (ctx, { projectId, bucketId, rules }) => {
    const checked = checkRules(rules);
    if ("faults" in checked) return checked;
    await updateBucketVerb(ctx, { projectId, bucket: bucketId, policy: checked.policy });
    return { faults: [] };
  },
);

export const deleteObjects = defineAction(
  {
    operationId: "dashboardDeleteObjects",
    input: InBucket.extend({ keys: z.array(ObjectKey).min(1).max(MAX_KEYS) }),
    args: ["projectId", "bucketId"],
  },
  (ctx, { projectId, bucketId, keys }) => deleteObjectsVerb(ctx, { projectId, bucket: bucketId, keys }),
);

/** Deletes the objects below a folder. The browser calls it again until all is gone. */
export const deleteFolder = defineAction(
  {
    operationId: "dashboardDeleteFolder",
    input: InBucket.extend({ prefix: KeyPrefix }),
    args: ["projectId", "bucketId", "prefix"],
  },
  (ctx, { projectId, bucketId, prefix }) => deleteObjectsVerb(ctx, { projectId, bucket: bucketId, prefix }),
);

/** The panel of an object whose key is gone is gone too, so the browser asks anew for the page once it has its answer. */
const renaming = {
  input: InBucket.extend({ from: ObjectKey, ...RENAMING.input }),
  args: ["projectId", "bucketId", "from"],
  isForm: true,
  messages: RENAMING.messages,
} as const;

export const moveObject = defineAction(
  { operationId: "dashboardMoveObject", ...renaming },
  async (ctx, { organisationId: _, bucketId: bucket, ...input }) => {
    const { key } = await moveObjectVerb(ctx, { ...input, bucket });
    return { key };
  },
);

export const copyObject = defineAction(
  { operationId: "dashboardCopyObject", ...renaming },
  async (ctx, { organisationId: _, bucketId: bucket, ...input }) => {
    const { key } = await copyObjectVerb(ctx, { ...input, bucket });
    return { key };
  },
);
