import { Frame } from "@/components/dashboard/frame/frame";
import { requireOperatorAccount } from "@/lib/web/current-operator";
import { administrationFrame } from "@/lib/web/frame-props";
import { signOut } from "../actions";

/** Renders the frame. Each page checks by itself who is signed in, since a layout is not rendered again with it. */
export default async function AdministrationLayout({ children }: LayoutProps<"/dashboard/admin">) {
  await requireOperatorAccount();
  return (
    <Frame {...(await administrationFrame())} signOut={signOut}>
      {children}
    </Frame>
  );
}
