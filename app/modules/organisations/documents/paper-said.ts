import type { JstDate } from '#kernel/jst.ts'
import { expiryText } from '../approval/checks.ts'
import type { DocumentFacts } from './document.ts'

/** What a farm reads beside its own document: 「確認済み・2027年3月31日(水)まで」. */
export function paperSaid({ expiresOn, checkedAt }: Pick<DocumentFacts, 'expiresOn' | 'checkedAt'>, today: JstDate) {
  if (checkedAt === null) return '運営が確認しています'
  return expiresOn === null ? '確認済み' : `確認済み・${expiryText(expiresOn, today)}`
}
