import { z } from 'zod'
import { notificationKind } from '#modules/notifications/notification-kind.ts'

const data = z.object({ name: z.string(), when: z.string(), detail: z.string().nullable() })
type Data = z.infer<typeof data>

/** After what protects an account was changed, so that a change by a stranger does not stay unnoticed. */
const factorKind = <const Name extends string>(kind: Name, title: string, detail: string | null = null) =>
  notificationKind(kind, {
    about: null,
    data,
    message: ({ name, when, detail }: Data) => ({
      title,
      summary: `${when} に変更されました。`,
      parts: [
        { text: `${name} 様のアカウントで、サインイン方法が変更されました。` },
        { facts: [['変更日時', when], ...(detail ? [['対象', detail] as const] : [])] },
        { text: 'ご自身で変更した場合、お手続きは不要です。' },
        {
          text: 'お心当たりがない場合は、第三者が変更したおそれがあります。すぐにパスワードを変更し、他の端末をサインアウトして、お問い合わせください。',
        },
      ],
    }),
    sample: { name: '森 亮介', when: '11月24日（火）10:00', detail },
  })

/** What may have changed. */
export const factorChanges = {
  second_factor_on: factorKind('second_factor_on', '二段階認証を開始しました'),
  second_factor_off: factorKind('second_factor_off', '二段階認証を停止しました'),
  backup_codes_renewed: factorKind('backup_codes_renewed', '予備コードを再発行しました'),
  passkey_added: factorKind('passkey_added', 'パスキーを登録しました', '厨房のタブレット'),
  passkey_removed: factorKind('passkey_removed', 'パスキーを削除しました', '厨房のタブレット'),
  way_in_added: factorKind('way_in_added', 'サインイン方法を追加しました', '090-1234-5678'),
  way_in_removed: factorKind('way_in_removed', 'サインイン方法を解除しました', '090-1234-5678'),
} as const

export const factorKinds = [
  factorChanges.second_factor_on,
  factorChanges.second_factor_off,
  factorChanges.backup_codes_renewed,
  factorChanges.passkey_added,
  factorChanges.passkey_removed,
  factorChanges.way_in_added,
  factorChanges.way_in_removed,
] as const
