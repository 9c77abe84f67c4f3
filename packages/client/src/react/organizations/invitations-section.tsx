"use client";

import { type ReactNode, useState } from "react";
import type { FullOrganization, OrganizationInvitation, OrganizationRole } from "../../organization-wire";
import { useAuth } from "../auth-provider";
import { AuthForm, SubmitButton } from "../forms/auth-form";
import { EmailField, textOf } from "../forms/fields";
import { Notice } from "../panel";
import { ActionButton, Section, useDate } from "../profile/section";
import { useText } from "../use-text";
import { RoleField } from "./role-field";

interface InvitationsSectionProps {
  organization: FullOrganization;
  gives: readonly OrganizationRole[];
  onChanged: () => Promise<void>;
}

/** The invitations that wait for an answer, and a form for another one. It is empty where there is nothing to see. */
export function InvitationsSection({ organization, gives, onChanged }: InvitationsSectionProps): ReactNode {
  const auth = useAuth();
  const text = useText();
  const [invited, setInvited] = useState<{ email: string; count: number }>({ email: "", count: 0 });
  const pending = organization.invitations.filter(isPending);
  if (pending.length === 0 && gives.length === 0) return null;

  async function invite(email: string, role: OrganizationRole, resend = false) {
    const result = await auth.organizations.invite({ organizationId: organization.id, email, role, resend });
    if (!result.ok) return result;
    setInvited(({ count }) => ({ email, count: count + 1 }));
    await onChanged();
    return undefined;
  }

  async function revoke(invitationId: string) {
    const result = await auth.organizations.cancelInvitation({ invitationId });
    await onChanged();
    return result;
  }

  return (
    <Section title={text("organization.invitations")}>
      <Notice>{invited.count === 0 ? null : text("organization.invited", { email: invited.email })}</Notice>
      {gives.length === 0 ? null : (
        <AuthForm
          key={invited.count}
          part="form"
          label={text("organization.invite")}
          onSubmit={(fields) => invite(textOf(fields, "email").trim(), textOf(fields, "role") as OrganizationRole)}
        >
          <EmailField isNew />
          <RoleField label={text("organization.role")} roles={gives} defaultRole="member" />
          <SubmitButton part="secondary">{text("organization.inviteSubmit")}</SubmitButton>
        </AuthForm>
      )}
      <ul data-part="items" aria-label={text("organization.pending")}>
        {pending.map((invitation) => (
          <InvitationItem
            key={invitation.id}
            invitation={invitation}
            isOurs={gives.length > 0}
            onResend={
              gives.includes(invitation.role) ? () => invite(invitation.email, invitation.role, true) : undefined
            }
            onRevoke={() => revoke(invitation.id)}
          />
        ))}
      </ul>
    </Section>
  );
}

function isPending({ status, expiresAt }: OrganizationInvitation): boolean {
  return status === "pending" && Date.parse(expiresAt) > Date.now();
}

type Act = Parameters<typeof ActionButton>[0]["onAct"];

interface InvitationItemProps {
  invitation: OrganizationInvitation;
  /** Whether the user manages invitations. */
  isOurs: boolean;
  onResend: Act | undefined;
  onRevoke: Act;
}

function InvitationItem({ invitation, isOurs, onResend, onRevoke }: InvitationItemProps): ReactNode {
  const text = useText();
  const date = useDate();
  const { email, role, expiresAt } = invitation;
  const expires = text("organization.expires", { date: date(expiresAt) });
  return (
    <li data-part="item">
      <p data-part="item-text">
        <strong>{email}</strong>{" "}
        <span data-part="detail">
          {text(`organization.${role}`)} · {expires}
        </span>
      </p>
      {isOurs ? (
        <div data-part="row">
          {onResend ? (
            <ActionButton part="link" label={`${text("organization.resend")}: ${email}`} onAct={onResend}>
              {text("organization.resend")}
            </ActionButton>
          ) : null}
          <ActionButton part="link" label={`${text("organization.revoke")}: ${email}`} onAct={onRevoke}>
            {text("organization.revoke")}
          </ActionButton>
        </div>
      ) : null}
    </li>
  );
}
