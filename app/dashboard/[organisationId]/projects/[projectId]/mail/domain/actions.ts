"use server";
import { removeSenderDomain as removeSenderDomainVerb } from "@/lib/sign-in/mail/sender/remove";
import { rotateSenderKey as rotateSenderKeyVerb } from "@/lib/sign-in/mail/sender/rotate-key";
import { setSenderDomain as setSenderDomainVerb } from "@/lib/sign-in/mail/sender/set-domain";
import { verifySenderDomain } from "@/lib/sign-in/mail/sender/verify";
import { submitted } from "@/lib/web/forms/submitted";
import { inProject } from "@/lib/web/places";
import { SENDER_DOMAIN } from "./form";

export const setSenderDomain = inProject("dashboardSetSenderDomain", submitted(SENDER_DOMAIN), setSenderDomainVerb);

export const checkSenderDomain = inProject("dashboardCheckSenderDomain", {}, verifySenderDomain);

export const rotateSenderKey = inProject("dashboardRotateSenderKey", {}, rotateSenderKeyVerb);

export const removeSenderDomain = inProject("dashboardRemoveSenderDomain", {}, removeSenderDomainVerb);
