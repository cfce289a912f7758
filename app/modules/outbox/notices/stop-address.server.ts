import type { PersonId } from '#kernel/ids.ts'
import type { NoticeKind } from '#kernel/notice-words.ts'
import type { Vault } from '#kernel/vault.ts'
import { markedId, readMarkedId } from '../marked-id.server.ts'
import { noticeKinds } from './notice-kinds.ts'

const purpose = 'unsubscribe'

/** The secret part of the address: the person's id and our mark, so that no table contains it. */
export const stopToken = (vault: Vault, personId: PersonId): string => markedId(vault, purpose, personId)

/** The person a token unsubscribes; null for one that we have not made. */
export const readStopToken = (vault: Vault, token: string): PersonId | null => readMarkedId(vault, purpose, token)

/** Where mails of this kind are stopped without signing in; null if they are mandatory, or no notifications. */
export const stopAddress = (
  { site, vault }: { site: string; vault: Vault },
  { notice_kind, person_id }: { notice_kind: NoticeKind | null; person_id: PersonId | null },
): string | null =>
  notice_kind && person_id && !noticeKinds[notice_kind].needed
    ? `${site}/unsubscribe/${stopToken(vault, person_id)}/${notice_kind}`
    : null
