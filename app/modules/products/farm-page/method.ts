import type { Method } from '#kernel/enums.ts'
import type { JstDate } from '#kernel/jst.ts'
import { nameRefusal, nameRefusalText } from '#kernel/name.ts'
import { methodWord } from '#modules/products/catalog/catalog-labels.ts'
import { needsCertificate } from '#modules/products/catalog/certified-methods.ts'

type Said = {
  method: Method
  shown: boolean
  hasPaper: boolean
  number: string
  authority: string
  expiresOn: JstDate | null
}

/** What is missing before a farm can claim this method: a sentence per field; empty if nothing is. */
export function mistakesInMethod(
  { method, shown, hasPaper, number, authority, expiresOn }: Said,
  today: JstDate,
): Readonly<Partial<Record<'paper' | 'number' | 'authority' | 'expiresOn', string>>> {
  for (const [field, said] of [
    ['number', number],
    ['authority', authority],
  ] as const) {
    const refusal = nameRefusal(said)
    if (refusal) return { [field]: nameRefusalText[refusal] }
  }
  if (expiresOn && expiresOn < today) return { expiresOn: '期限が過ぎています。新しい証明書をアップロードしてください' }
  if (!shown || !needsCertificate(method)) return {}
  if (!hasPaper) return { paper: `${methodWord[method]}は、認証書の写真かPDFをアップロードしてください` }
  return expiresOn ? {} : { expiresOn: '認証の期限（次回の確認日）を入力してください' }
}
