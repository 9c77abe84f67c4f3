"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { announce } from "@/components/ui/announce";
import { Confirm } from "@/components/ui/confirm";
import { useAsked } from "@/components/ui/use-asked";
import { useOutcome } from "@/components/ui/use-outcome";
import { BanDialog, idsOf } from "./ban-dialog";
import { type NamedUser, type UserChanges, whom } from "./changes";
import { DeleteDialog } from "./delete-dialog";

interface Question {
  what: "ban" | "end" | "delete";
  users: readonly NamedUser[];
}

interface Asking {
  ask: (question: Question) => void;
  unban: (users: readonly NamedUser[]) => void;
  /** The dialogs, to be rendered once. */
  dialogs: ReactNode;
}

/** Asks before users are changed in a way that they notice; `onDeleted` follows once they are gone. */
export function useUserChanges(changes: UserChanges, onDeleted?: () => void): Asking {
  const router = useRouter();
  const { run } = useOutcome();
  const { asked, isAsking, ask, close } = useAsked<Question>();
  const users = asked?.users ?? [];
  const finish = (done: string) => {
    close();
    announce({ isDone: true, value: null }, done);
  };
  const isAsked = (what: Question["what"]) => isAsking && asked?.what === what;
  const common = { users, close };
  const dialogs = (
    <>
      <BanDialog
        {...common}
        isOpen={isAsked("ban")}
        form={changes.banForm}
        ban={changes.ban}
        onDone={() => finish(`Banned ${whom(users)}.`)}
      />
      <Confirm
        isOpen={isAsked("end")}
        title="End all sessions"
        confirm="End sessions"
        onClose={close}
        onConfirm={() => run(() => changes.endSessions(idsOf(users)), `Signed ${whom(users)} out everywhere.`)}
      >
        {whom(users)} {users.length === 1 ? "is" : "are"} signed out in every browser, and can sign in again.
      </Confirm>
      <DeleteDialog
        {...common}
        isOpen={isAsked("delete")}
        remove={changes.remove}
        onDone={() => {
          finish(`Deleted ${whom(users)}.`);
          if (onDeleted) onDeleted();
          else router.refresh();
        }}
      />
    </>
  );
  const unban = (banned: readonly NamedUser[]) =>
    run(() => changes.unban(idsOf(banned)), `${whom(banned)} can sign in again.`);
  return { ask, unban, dialogs };
}
