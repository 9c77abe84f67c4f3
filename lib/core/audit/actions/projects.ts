import type { ActionWords } from "./words";

/** Actions on projects, their emails and their webhooks. */
export const PROJECTS = {
  "project.create": { label: "Created a project", sentence: "created the project {name}" },
  "project.rename": { label: "Renamed a project", sentence: "renamed the project {from} to {to}" },
  "project.update_settings": { label: "Changed a project's settings", sentence: "changed the settings of {project}" },
  "project.set_logo": { label: "Set a project's logo", sentence: "set the logo of {project}" },
  "project.remove_logo": { label: "Removed a project's logo", sentence: "removed the logo of {project}" },
  "project.suspend": { label: "Suspended a project" },
  "project.unsuspend": { label: "Resumed a project" },
  "project.ban": { label: "Banned a project" },
  "project.release_hold": { label: "Released the held data of a project" },
  "project.set_database": {
    label: "Set a project's database",
    sentence: ({ to }) =>
      to === null ? "took the database from {project}" : "made {database} the database of {project}",
  },
  "project.delete": { label: "Deleted a project", sentence: "deleted the project {name}" },
  "project.restore": { label: "Restored a project", sentence: "restored the project {name}" },
  "project.purge": {
    label: "Deleted a project for good",
    sentence: "deleted the project {name} for good, 30 days after its deletion",
  },
  "project.export_events": {
    label: "Exported a project's sign-in events",
    sentence: "exported the sign-in events of {project}",
  },
  "project.export_logs": { label: "Exported a project's logs", sentence: "exported the logs of {project}" },
  "project_provider.set": { label: "Set up a sign-in provider", sentence: "set up sign-in with {provider}" },
  "project_provider.remove": { label: "Removed a sign-in provider", sentence: "removed sign-in with {provider}" },
  "project_provider.try": { label: "Tried a sign-in provider", sentence: "tried sign-in with {provider}" },
  "mail_template.set": { label: "Changed texts of an email" },
  "mail_template.reset": { label: "Reset the texts of an email" },
  "mail_template.test": { label: "Sent a test email" },
  "sender_domain.set": { label: "Set the sender domain", sentence: "set the sender domain to {domain}" },
  "sender_domain.verify": { label: "Verified the sender domain", sentence: "verified the sender domain {domain}" },
  "sender_domain.unverify": {
    label: "Sender domain verification failed",
    sentence: "found the sender domain {domain} no longer verified",
  },
  "sender_domain.rotate": { label: "Made a new DKIM key", sentence: "made a new DKIM key for {domain}" },
  "sender_domain.take_over": { label: "Switched to a new DKIM key", sentence: "switched {domain} to its new DKIM key" },
  "sender_domain.remove": { label: "Removed the sender domain", sentence: "removed the sender domain {domain}" },
  "bouncing_address.add": {
    label: "Stopped emails to a bouncing address",
    sentence: "stopped emails to {email}, which bounced",
  },
  "bouncing_address.lift": {
    label: "Sent emails to a bouncing address again",
    sentence: "let emails be sent to {email} again",
  },
  "webhook.create": { label: "Created a webhook", sentence: "created a webhook to {host}" },
  "webhook.update": { label: "Changed a webhook", sentence: "changed the webhook to {host}" },
  "webhook.rotate_secret": { label: "Rotated a webhook's secret" },
  "webhook.test": { label: "Sent a test event" },
  "webhook.resend": { label: "Sent an event again" },
  "webhook.disable": { label: "Disabled a failing webhook", sentence: "disabled the failing webhook to {host}" },
  "webhook.delete": { label: "Deleted a webhook", sentence: "deleted the webhook to {host}" },
} satisfies Record<string, ActionWords>;
