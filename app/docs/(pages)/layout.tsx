import { DocsSidebar } from "@/components/docs/docs-sidebar";
import { SiteFooter } from "@/components/site/site-footer";
import { SiteHeader } from "@/components/site/site-header";
import { SERVICE } from "@/lib/core/service";
import { docLinks } from "@/lib/web/doc-pages";
import styles from "./docs.module.css";

export default function DocsLayout({ children }: LayoutProps<"/docs">) {
  return (
    <>
      <SiteHeader name={SERVICE.name} />
      <div className={styles.layout}>
        <DocsSidebar groups={docLinks()} />
        {children}
      </div>
      <SiteFooter />
    </>
  );
}
