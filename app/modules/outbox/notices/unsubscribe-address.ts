import type { NoticeKind } from '#kernel/notice-words.ts'
import { noticeKinds } from './notice-kinds.ts'

/** Where mails of this kind are stopped without signing in; null for what one needs to trade, and for what is no notice. */
export const stopAddress = (
  site: string,
  { notice_kind, notice_key }: { notice_kind: NoticeKind | null; notice_key: string | null },
): string | null =>
  notice_kind && notice_key && !noticeKinds[notice_kind].needed
    ? `${site}/unsubscribe/${notice_key}/${notice_kind}`
    : null
