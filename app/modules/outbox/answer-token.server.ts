import type { AnswerLinkId } from '#kernel/ids.ts'
import type { Vault } from '#kernel/vault.ts'
import { markedId, readMarkedId } from './marked-id.server.ts'

const purpose = 'answer-link'

/** The secret part of an answer link's address. */
export const answerToken = (vault: Vault, id: AnswerLinkId): string => markedId(vault, purpose, id)

/** The link that a token identifies; null for one that we have not made. */
export const readAnswerToken = (vault: Vault, token: string): AnswerLinkId | null => readMarkedId(vault, purpose, token)
