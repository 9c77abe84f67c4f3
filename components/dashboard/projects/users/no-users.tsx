import type { ReactNode } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkAnchor } from "@/components/ui/link";

interface Props {
  /** The address of the project. */
  home: string;
  mayImport: boolean;
  /** The buttons that add a user. */
  children: ReactNode;
}

/** The empty state of the list before the first user. */
export function NoUsers({ home, mayImport, children }: Props) {
  return (
    <EmptyState
      title="No users yet"
      text="Everyone who signs up in your app appears here."
      example={
        <>
          <LinkAnchor href={`${home}?framework=next`}>Set up sign-in in your app</LinkAnchor>
          {mayImport && (
            <>
              {", or "}
              <LinkAnchor href={`${home}/users/import`}>import users from elsewhere</LinkAnchor>
            </>
          )}
        </>
      }
    >
      {children}
    </EmptyState>
  );
}
