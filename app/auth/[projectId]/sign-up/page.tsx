import { SignInPanel } from "@coppice/auth/react";
import type { Metadata, Route } from "next";
import { redirect } from "next/navigation";
import { HostedPage } from "@/components/hosted/hosted-page";
import { hostedFrame } from "@/lib/web/hosted/frame";
import { hostedMetadata } from "@/lib/web/hosted/metadata";
import { authPage } from "@/lib/web/hosted/page";
import { hostedSearch } from "@/lib/web/hosted/search";
import { signInPanelProps } from "@/lib/web/hosted/sign-in-panel-props";

type Props = PageProps<"/auth/[projectId]/sign-up">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return hostedMetadata((await params).projectId, "signUp.title");
}

export default async function SignUpPage({ params, searchParams }: Props) {
  const page = await authPage((await params).projectId);
  const search = hostedSearch(page, await searchParams);
  if (page.ctx.session !== null) redirect(search.returnAddress as Route);
  if (!page.ctx.tenant.settings.methods.signUp) redirect(search.to("sign-in") as Route);
  return (
    <HostedPage {...hostedFrame(page, search, "sign-up")}>
      <SignInPanel headingLevel={1} {...(await signInPanelProps(page, search, "sign-up"))} />
    </HostedPage>
  );
}
