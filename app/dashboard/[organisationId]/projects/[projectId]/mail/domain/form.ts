import { SetSenderDomainInput } from "@/lib/sign-in/mail/sender/set-domain";
import { defineForm } from "@/lib/web/forms/define-form";

export const SENDER_DOMAIN = defineForm(SetSenderDomainInput, { title: "Sender domain", submit: "Add domain" });
