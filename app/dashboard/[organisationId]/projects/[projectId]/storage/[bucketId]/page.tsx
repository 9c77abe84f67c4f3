import { BucketMenu } from "@/components/dashboard/storage/bucket-menu";
import { FolderPath } from "@/components/dashboard/storage/folder-path";
import { MoreObjects } from "@/components/dashboard/storage/more-objects";
import { ObjectList } from "@/components/dashboard/storage/object-list";
import { ObjectPanelOnDemand } from "@/components/dashboard/storage/object-panel-on-demand";
import { StorageLine } from "@/components/dashboard/storage/storage-line";
import { UploadArea } from "@/components/dashboard/storage/uploads/upload-area";
import { UploadButton } from "@/components/dashboard/storage/uploads/upload-button";
import { READ_ONLY } from "@/components/dashboard/storage/words";
import { LinkButton } from "@/components/ui/link";
import { defineList } from "@/components/ui/lists/define-list";
import { ListFilters } from "@/components/ui/lists/list-filters";
import { PageHeading } from "@/components/ui/page-heading";
import { Refusal } from "@/components/ui/refusal";
import { getStorageUsage } from "@/lib/services/usage/get-storage";
import { readData } from "@/lib/web/read-data";
import { bucketChanges, objectChanges } from "../changes";
import { bucketPage } from "./bucket-page";
import { NoObjects } from "./no-objects";
import { askedOf, findShown, readFolder } from "./read-folder";

const LIST = defineList({
  noun: "object",
  search: { name: "search", label: "Find objects", placeholder: "Start of a name", maxLength: 200 },
  also: ["folder"],
});

export const generateMetadata = bucketPage.titled(({ bucket }) => bucket.name);

export default bucketPage(async ({ projectId, ctx, bucket, list, address, can, mayWrite, here, asked: given }) => {
  const at = { projectId, bucket: bucket.id };
  const asked = askedOf(given);
  const [page, shown, usage] = await Promise.all([
    readData(() => readFolder(ctx, at, asked)),
    findShown(ctx, at, asked.object),
    getStorageUsage(ctx, { projectId }),
  ]);
  const { folder, search, after } = asked;
  const query = { folder, search, after };
  const changes = mayWrite ? objectChanges(here, bucket.id) : null;
  const { items, prefixes, nextCursor } = page.isDone ? page.value : { items: [], prefixes: [], nextCursor: null };
  const count = items.length + prefixes.length;
  const toolbar = (
    <ListFilters
      list={LIST}
      address={address}
      query={{ ...(folder && { folder }), ...(search && { search }) }}
      count={`${count}${nextCursor ? "+" : ""} shown`}
    />
  );
  const content = (
    <>
      <PageHeading
        title={bucket.name}
        parent={{ href: list, label: "Storage" }}
        text={can("storage:write") ? (bucket.public ? "Public: anyone can read its objects." : "Private") : READ_ONLY}
      >
        <LinkButton href={`${address}/policy`} variant="default">
          Policy
        </LinkButton>
        <UploadButton reason={mayWrite ? null : READ_ONLY} />
        {changes && <BucketMenu bucket={bucket} address={address} changes={bucketChanges(here)} />}
      </PageHeading>
      <StorageLine {...usage} />
      {folder !== "" && <FolderPath address={address} bucketName={bucket.name} folder={folder} />}
      {!page.isDone && <Refusal message={page.message} />}
      {count > 0 ? (
        <ObjectList
          address={address}
          query={query}
          folders={prefixes}
          objects={items}
          toolbar={toolbar}
          changes={changes}
        />
      ) : (
        <>
          {(search !== "" || after !== "") && toolbar}
          <NoObjects isSearch={search !== ""} bucket={bucket} at={at} baseUrl={ctx.baseUrl} mayWrite={mayWrite} />
        </>
      )}
      <MoreObjects address={address} query={query} nextCursor={nextCursor} />
      {shown && (
        <ObjectPanelOnDemand key={shown.object.key} {...shown} address={address} query={query} changes={changes} />
      )}
    </>
  );
  if (!mayWrite) return content;
  return (
    <UploadArea bucketId={bucket.id} address={`${address}/uploads`} folder={folder}>
      {content}
    </UploadArea>
  );
});
