import { SiteFooter } from "@/components/site/site-footer";
import { SiteHeader } from "@/components/site/site-header";
import { SERVICE } from "@/lib/core/service";

export default function SiteLayout({ children }: LayoutProps<"/">) {
  return (
    <>
      <SiteHeader name={SERVICE.name} />
      {children}
      <SiteFooter />
    </>
  );
}
