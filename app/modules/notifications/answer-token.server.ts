import type { Encryption } from '#kernel/encryption.ts'
import type { AnswerLinkId } from '#kernel/ids.ts'
import { markedId, readMarkedId } from './marked-id.server.ts'

const purpose = 'answer-link'

/** The secret part of an answer link's address. */
export const answerToken = (encryption: Encryption, id: AnswerLinkId): string => markedId(encryption, purpose, id)

/** The link that a token identifies; null for one that we have not made. */
export const readAnswerToken = (encryption: Encryption, token: string): AnswerLinkId | null =>
  readMarkedId(encryption, purpose, token)
