"use server";

import { z } from "zod";
import { DatabaseId } from "@/lib/core/id-schemas";
import { setProjectDatabase } from "@/lib/services/project-database/set";
import { TABLE_REFERENCE } from "@/lib/services/realtime/changes/tables/access";
import { publishTable as publishTableVerb } from "@/lib/services/realtime/changes/tables/publish";
import { Audience } from "@/lib/services/realtime/changes/tables/resource";
import { unpublishTable as unpublishTableVerb } from "@/lib/services/realtime/changes/tables/unpublish";
import { BroadcastMessage } from "@/lib/services/realtime/sockets/broadcast";
import {
  OpenInspectionInput,
  openInspection as openInspectionVerb,
} from "@/lib/services/realtime/sockets/inspection/open";
import { sendTestMessage as sendTestMessageVerb } from "@/lib/services/realtime/sockets/send-test";
import { updateSettings } from "@/lib/sign-in/projects/update-settings";
import { findUserByOwner } from "@/lib/sign-in/users/find-by-owner";
import { inProject } from "@/lib/web/places";

const Table = z.string().max(127).regex(TABLE_REFERENCE);
const MAX_RULES = 100;

export const chooseDatabase = inProject(
  "dashboardSetProjectDatabase",
  { input: { databaseId: DatabaseId }, isForm: true, messages: { databaseId: "Choose a database." } },
  setProjectDatabase,
);

export const publishTable = inProject(
  "dashboardPublishTable",
  {
    input: {
      table: Table,
      audience: z.enum(["owner", "signed-in", "anyone", "rls"]),
      column: z.string().max(63).optional(),
    },
    isForm: true,
    messages: { table: "Choose a table.", audience: "Choose who gets the changes." },
  },
  (ctx, { projectId, table, audience, column = "" }) =>
    publishTableVerb(ctx, {
      ...{ projectId, table },
      audience: Audience.parse(audience === "owner" ? `owner:${column}` : audience),
    }),
);

/** Publishes a table once more as it is, which makes the triggers that are missing. */
export const repairTable = inProject(
  "dashboardRepairTable",
  { input: { table: Table, audience: Audience }, args: ["table", "audience"] },
  publishTableVerb,
);

export const unpublishTable = inProject(
  "dashboardUnpublishTable",
  { input: { table: Table }, args: ["table"], isForm: true },
  unpublishTableVerb,
);

/** Saves the rules of topics, which are checked as the setting `realtime.topics` is. */
export const saveTopicRules = inProject(
  "dashboardSaveTopicRules",
  {
    input: { topics: z.array(z.record(z.string(), z.unknown())).max(MAX_RULES) },
    args: ["topics"],
    messages: { topics: `There can be ${MAX_RULES} rules at most.` },
  },
  async (ctx, { organisationId, projectId, topics }) => {
    await updateSettings(ctx, { organisationId, projectId, settings: { realtime: { topics } } });
  },
);

export const openInspection = inProject(
  "dashboardOpenInspection",
  {
    input: {
      ...OpenInspectionInput.pick({ about: true }).shape,
      /** The ID or the email address of a user; `null` for a visitor. */
      user: z.string().trim().min(1).max(254).nullable(),
    },
    messages: {
      about: "Enter a table such as public.todos, or a topic such as room:1.",
      user: "Enter the email address or the ID of a user.",
    },
    refreshes: false,
  },
  async (ctx, { projectId, user, about }, { sessionId }) => {
    const userId = user === null ? null : (await findUserByOwner(ctx, { projectId }, user)).userId;
    return openInspectionVerb(ctx, { projectId, userId, about, sessionId });
  },
);

export const sendTestMessage = inProject(
  "dashboardSendTestMessage",
  {
    input: BroadcastMessage.shape,
    messages: {
      topic: "Enter a topic such as room:1.",
      event: "Enter the name of an event.",
      payload: "A payload has at most 64 kB.",
    },
    refreshes: false,
  },
  sendTestMessageVerb,
);
