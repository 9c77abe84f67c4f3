import type { OrganizationMessages } from "./en";

/**
 * The texts of `OrganizationSwitcher` and `OrganizationProfile` in Japanese.
 *
 * @example
 * <AuthProvider value={auth} locale="ja" messages={{ ...ja, ...organizationsJa }}>
 */
export const organizationsJa: OrganizationMessages = {
  "organization.title": "組織",
  "organization.switch": "組織: {name}",
  "organization.list": "組織の一覧",
  "organization.personal": "個人アカウント",
  "organization.choose": "組織を選択",
  "organization.none": "現在、どの組織でも作業していません。",
  "organization.manage": "組織を管理",
  "organization.create": "組織を作成",
  "organization.createSubmit": "作成する",
  "organization.close": "閉じる",
  "organization.received": "届いた招待",
  "organization.receivedFrom": "{name}（{email} からの招待）",
  "organization.join": "{name} に参加",
  "organization.decline": "{name} を辞退",
  "organization.slug": "短い名前",
  "organization.slugHint": "リンクに使われます。英小文字、数字、ハイフンを使えます。",
  "organization.logo": "ロゴの URL（任意）",
  "organization.members": "メンバー",
  "organization.you": "自分",
  "organization.more": "さらに表示",
  "organization.role": "役割",
  "organization.owner": "オーナー",
  "organization.admin": "管理者",
  "organization.member": "メンバー",
  "organization.changeRole": "役割を変更",
  "organization.removeMember": "{name} さんはすぐにアクセスできなくなります。後でもう一度招待できます。",
  "organization.invitations": "招待",
  "organization.invite": "メンバーを招待",
  "organization.inviteSubmit": "招待を送信",
  "organization.invited": "{email} に招待を送信しました。",
  "organization.pending": "回答待ちの招待",
  "organization.expires": "有効期限: {date}",
  "organization.resend": "再送信",
  "organization.revoke": "取り消す",
  "organization.leave": "組織から抜ける",
  "organization.leaveText": "すぐにアクセスできなくなります。戻るには招待が必要です。",
  "organization.delete": "組織を削除",
  "organization.deleteText": "{name} をメンバーや招待とともに完全に削除します。この操作は取り消せません。",
  "organization.typeName": "確認のため {name} と入力してください",
  "error.name_mismatch": "組織の名前と一致しません。表示どおりに入力してください。",
  "error.not_allowed": "この操作を行う権限がありません。",
  "error.organization_already_exists": "この短い名前は使用されています。別の名前を選んでください。",
  "error.organization_slug_already_taken": "この短い名前は使用されています。別の名前を選んでください。",
  "error.organization_not_found": "この組織は存在しないか、すでにメンバーではありません。",
  "error.user_is_not_a_member_of_the_organization": "この組織は存在しないか、すでにメンバーではありません。",
  "error.member_not_found": "この人はすでにメンバーではありません。",
  "error.user_is_already_a_member_of_this_organization": "この人はすでにメンバーです。",
  "error.user_is_already_invited_to_this_organization": "この人はすでに招待されています。",
  "error.invitation_not_found": "この招待は有効期限が切れているか、取り消されたか、すでに回答済みです。",
  "error.inviter_is_no_longer_a_member_of_the_organization":
    "この招待は無効になりました。新しい招待を依頼してください。",
  "error.invitation_limit_reached": "回答待ちの招待が多すぎます。先にどれかを取り消してください。",
  "error.organization_membership_limit_reached": "この組織にはこれ以上メンバーを追加できません。",
  "error.you_have_reached_the_maximum_number_of_organizations": "これ以上組織を作成できません。",
  "error.you_cannot_leave_the_organization_as_the_only_owner":
    "組織にはオーナーが必要です。先に別の人をオーナーにしてください。",
  "error.you_cannot_leave_the_organization_without_an_owner":
    "組織にはオーナーが必要です。先に別の人をオーナーにしてください。",
};
