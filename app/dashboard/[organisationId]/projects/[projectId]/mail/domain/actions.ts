"use server";

import { z } from "zod";
import { ProjectId } from "@/lib/core/id-schemas";
import { removeSenderDomain as removeSenderDomainVerb } from "@/lib/sign-in/mail/sender/remove";
import { rotateSenderKey as rotateSenderKeyVerb } from "@/lib/sign-in/mail/sender/rotate-key";
import { setSenderDomain as setSenderDomainVerb } from "@/lib/sign-in/mail/sender/set-domain";
import { verifySenderDomain } from "@/lib/sign-in/mail/sender/verify";
import { defineAction } from "@/lib/web/define-action";
import { submitted } from "@/lib/web/forms/submitted";
import { SENDER_DOMAIN } from "./form";

const InProject = z.object({ projectId: ProjectId });

export const setSenderDomain = defineAction(
  {
    operationId: "dashboardSetSenderDomain",
    ...submitted(InProject, SENDER_DOMAIN),
    args: ["projectId"],
    refreshes: true,
  },
  setSenderDomainVerb,
);

export const checkSenderDomain = defineAction(
  { operationId: "dashboardCheckSenderDomain", input: InProject, args: ["projectId"], refreshes: true },
  verifySenderDomain,
);

export const rotateSenderKey = defineAction(
  { operationId: "dashboardRotateSenderKey", input: InProject, args: ["projectId"], refreshes: true },
  rotateSenderKeyVerb,
);

export const removeSenderDomain = defineAction(
  { operationId: "dashboardRemoveSenderDomain", input: InProject, args: ["projectId"], refreshes: true },
  removeSenderDomainVerb,
);
