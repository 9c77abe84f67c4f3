"use client";

import { type ReactNode, useState } from "react";
import type { OrganizationMember, OrganizationRole } from "../../organization-wire";
import { useAuth } from "../auth-provider";
import { textOf } from "../forms/fields";
import { useText } from "../use-text";
import { Mark } from "./mark";
import { Question } from "./question";
import { RoleField } from "./role-field";

interface MemberItemProps {
  member: OrganizationMember;
  isOwn: boolean;
  /** The roles that the user gives and takes. */
  gives: readonly OrganizationRole[];
  onChanged: () => Promise<void>;
}

/** A member. The user's own membership is ended by leaving. */
export function MemberItem({ member, isOwn, gives, onChanged }: MemberItemProps): ReactNode {
  const auth = useAuth();
  const text = useText();
  const [asked, setAsked] = useState<"role" | "removal" | null>(null);
  const { name: ownName, email, image } = member.user;
  const name = ownName || email;
  const named = { memberId: member.id, organizationId: member.organizationId };
  const close = () => setAsked(null);

  async function setRole(fields: FormData) {
    const result = await auth.organizations.setRole({ ...named, role: textOf(fields, "role") as OrganizationRole });
    if (!result.ok) return result;
    close();
    await onChanged();
    return undefined;
  }

  async function remove() {
    const result = await auth.organizations.removeMember(named);
    if (result.ok) await onChanged();
    return result;
  }

  return (
    <li data-part="item">
      <div data-part="person">
        <Mark name={name} picture={image} />
        <p data-part="item-text">
          <strong>{name}</strong> {isOwn ? <span data-part="badge">{text("organization.you")}</span> : null}{" "}
          <span data-part="detail">
            {[ownName ? email : "", text(`organization.${member.role}`)].filter(Boolean).join(" · ")}
          </span>
        </p>
      </div>
      {asked === "role" ? (
        <Question button={text("action.save")} onAnswer={setRole} onCancel={close}>
          <RoleField label={`${text("organization.role")}: ${name}`} roles={gives} defaultRole={member.role} />
        </Question>
      ) : null}
      {asked === "removal" ? (
        <Question isDangerous button={text("action.remove")} onAnswer={remove} onCancel={close}>
          <p data-part="text">{text("organization.removeMember", { name })}</p>
        </Question>
      ) : null}
      {asked === null && gives.includes(member.role) ? (
        <div data-part="row">
          <ItemButton name={name} onPress={() => setAsked("role")}>
            {text("organization.changeRole")}
          </ItemButton>
          {isOwn ? null : (
            <ItemButton name={name} onPress={() => setAsked("removal")}>
              {text("action.remove")}
            </ItemButton>
          )}
        </div>
      ) : null}
    </li>
  );
}

function ItemButton({ name, children, onPress }: { name: string; children: string; onPress: () => void }): ReactNode {
  return (
    <button type="button" data-part="link" aria-label={`${children}: ${name}`} onClick={onPress}>
      {children}
    </button>
  );
}
