import type { ActionWords } from "./words";

/** Actions on the organisation, its members and their accounts. */
export const PEOPLE = {
  "organisation.create": { label: "Created the organisation", sentence: "created the organisation {name}" },
  "organisation.set_plan": { label: "Changed the plan", sentence: "changed the plan to {plan}" },
  "organisation.set_flag": { label: "Changed a feature", sentence: "switched the feature {flag} {isOn}" },
  "organisation.rename": { label: "Renamed the organisation", sentence: "renamed the organisation to {to}" },
  "organisation.delete": { label: "Deleted the organisation", sentence: "deleted the organisation {name}" },
  "subscription.change": {
    label: "Changed a subscription",
    sentence: "set the plan to {plan}, as the subscription is {status}",
  },
  "member.add": { label: "Added a member", sentence: "added {email} as {role}" },
  "member.set_role": { label: "Changed a role", sentence: "changed the role of {email} from {from} to {to}" },
  "member.remove": { label: "Removed a member", sentence: "removed {email} from the organisation" },
  "member.leave": { label: "Left the organisation" },
  "member.join": { label: "Joined by single sign-on" },
  "member.transfer_ownership": { label: "Transferred ownership", sentence: "transferred ownership to {email}" },
  "invitation.create": { label: "Sent an invitation", sentence: "invited {email} as {role}" },
  "invitation.revoke": { label: "Revoked an invitation", sentence: "revoked the invitation of {email}" },
  "invitation.accept": { label: "Accepted an invitation", sentence: "joined as {role}" },
  "invitation.decline": { label: "Declined an invitation" },
  "audit.export": { label: "Exported the audit log", sentence: "exported {entries} entries of the audit log" },
  "account.request_deletion": { label: "Requested account deletion" },
  "account.cancel_deletion": { label: "Cancelled account deletion" },
  "account.delete": { label: "Deleted an account" },
} satisfies Record<string, ActionWords>;
