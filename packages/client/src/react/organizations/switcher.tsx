"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import type { ListedOrganization, ReceivedInvitation } from "../../organization-wire";
import type { Failure, Success } from "../../result";
import type { User } from "../../wire";
import { TextsProvider, useAuth, useSession } from "../auth-provider";
import { LoadFailure } from "../load-failure";
import { organizationsEn } from "../messages/organizations/en";
import { useBrand } from "../use-brand";
import { useLoaded } from "../use-loaded";
import { useProject } from "../use-project";
import { useText } from "../use-text";
import { CreatePanel } from "./create-panel";
import { Dialog } from "./dialog";
import { Mark } from "./mark";
import { Menu } from "./menu";
import { Action, Choice, Received } from "./menu-items";
import { Profile } from "./profile";
import type { OrganizationSwitcherProps } from "./props";

export interface SwitcherProps extends OrganizationSwitcherProps {
  user: User;
}

export function Switcher({ locale, messages, ...props }: SwitcherProps): ReactNode {
  return (
    <TextsProvider base={organizationsEn} locale={locale} messages={messages}>
      <UserSwitcher {...props} />
    </TextsProvider>
  );
}

type Props = Omit<SwitcherProps, "locale" | "messages">;

function UserSwitcher({ user, className, onSwitch, showCreate, ...shown }: Props): ReactNode {
  const auth = useAuth();
  const { project } = useProject();
  const { session } = useSession();
  const root = useRef<HTMLDivElement>(null);
  useBrand(root);
  const { data, failure, reload } = useLoaded(auth.organizations.list);
  const received = useReceived(user);
  const [refusal, setRefusal] = useState<Failure | null>(null);
  const [dialog, setDialog] = useState<"create" | "manage" | null>(null);
  const text = useText();
  useEffect(
    () =>
      auth.onChange(() => {
        void reload();
        void received.reload();
      }),
    [auth, reload, received.reload],
  );
  if (failure?.code === "not_enabled") return null;

  async function act(action: Promise<Failure | { ok: true }>, to?: string | null) {
    const result = await action;
    setRefusal(result.ok ? null : result);
    if (result.ok && to !== undefined) onSwitch?.(to);
    if (!result.ok || to === undefined) await received.reload();
  }

  const activeId = session?.authenticated ? session.activeOrganizationId : null;
  const { organizations } = auth;
  return (
    <div data-auth-ui="" data-part="organization-switcher" className={className} ref={root} aria-busy={data === null}>
      <LoadFailure failure={failure ?? refusal} />
      {data ? (
        <OrganizationMenu
          {...shown}
          showCreate={showCreate ?? project?.organizations.canCreate ?? false}
          user={user}
          organizations={data.organizations}
          invitations={received.invitations}
          activeId={activeId}
          onChoose={(id) => act(organizations.setActive(id), id)}
          onJoin={({ id, organizationId }) => act(organizations.acceptInvitation({ invitationId: id }), organizationId)}
          onDecline={({ id }) => act(organizations.rejectInvitation({ invitationId: id }))}
          onOpen={setDialog}
        />
      ) : null}
      {dialog === "create" ? (
        <Dialog label={text("organization.create")} onClose={() => setDialog(null)}>
          <CreatePanel
            onCreated={(id) => {
              setDialog(null);
              onSwitch?.(id);
            }}
          />
        </Dialog>
      ) : null}
      {dialog === "manage" ? (
        <Dialog label={text("organization.manage")} onClose={() => setDialog(null)}>
          <Profile onLeft={() => setDialog(null)} />
        </Dialog>
      ) : null}
    </div>
  );
}

/** The invitations that wait for the user, which only who has a verified address can read. */
function useReceived(user: User) {
  const auth = useAuth();
  const { data, reload } = useLoaded(
    async (): Promise<Success<{ invitations: ReceivedInvitation[] }> | Failure> =>
      user.emailVerified ? auth.organizations.listInvitations() : { ok: true, invitations: [] },
  );
  return { invitations: data?.invitations ?? [], reload };
}

interface OrganizationMenuProps extends Pick<OrganizationSwitcherProps, "profileHref" | "showPersonal" | "showCreate"> {
  user: User;
  organizations: readonly ListedOrganization[];
  invitations: readonly ReceivedInvitation[];
  activeId: string | null;
  onChoose: (organizationId: string | null) => void;
  onJoin: (invitation: ReceivedInvitation) => void;
  onDecline: (invitation: ReceivedInvitation) => void;
  onOpen: (dialog: "create" | "manage") => void;
}

/** The menu as it is for given organizations. */
export function OrganizationMenu(props: OrganizationMenuProps): ReactNode {
  const { user, organizations, invitations, activeId, profileHref, showPersonal = true, showCreate = true } = props;
  const text = useText();
  const active = organizations.find(({ id }) => id === activeId);
  const personal = text("organization.personal");
  const name = active?.name ?? (showPersonal ? personal : text("organization.choose"));
  const own = <Mark name={user.name || user.email} picture={user.image} />;
  const waiting = invitations.length === 0 ? "" : `, ${text("organization.received")}: ${invitations.length}`;
  return (
    <Menu
      label={`${text("organization.switch", { name })}${waiting}`}
      menuLabel={text("organization.list")}
      button={
        <>
          {active ? <Mark name={name} picture={active.logo} /> : own}
          <span data-part="menu-name">{name}</span>
          {invitations.length === 0 ? null : <span data-part="badge" data-text={invitations.length} />}
        </>
      }
    >
      {showPersonal ? (
        <Choice mark={own} name={personal} isChosen={active === undefined} onChoose={() => props.onChoose(null)} />
      ) : null}
      {organizations.map(({ id, name: each, logo, role }) => (
        <Choice
          key={id}
          mark={<Mark name={each} picture={logo} />}
          name={each}
          detail={text(`organization.${role}`)}
          isChosen={id === activeId}
          onChoose={() => props.onChoose(id)}
        />
      ))}
      {invitations.map((invitation) => (
        <Received
          key={invitation.id}
          {...invitation}
          onJoin={() => props.onJoin(invitation)}
          onDecline={() => props.onDecline(invitation)}
        />
      ))}
      {active ? (
        <Action href={profileHref} onAct={() => profileHref === undefined && props.onOpen("manage")}>
          {text("organization.manage")}
        </Action>
      ) : null}
      {showCreate ? <Action onAct={() => props.onOpen("create")}>{text("organization.create")}</Action> : null}
    </Menu>
  );
}
