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
      summary: `${when} に変わりました。`,
      parts: [
        { text: `${name} さんのアカウントで、サインインのしかたが変わりました。` },
        { facts: [['変えた時刻', when], ...(detail ? [['対象', detail] as const] : [])] },
        { text: 'ご自身で変えたときは、何もしなくてかまいません。' },
        {
          text: '心あたりのないときは、だれかが変えたおそれがあります。すぐにパスワードを変えて、ほかの端末をサインアウトし、お問い合わせください。',
        },
      ],
    }),
    sample: { name: '森 亮介', when: '11月24日（火）10:00', detail },
  })

/** What may have changed. */
export const factorChanges = {
  second_factor_on: factorKind('second_factor_on', '二段階確認をはじめました'),
  second_factor_off: factorKind('second_factor_off', '二段階確認をやめました'),
  backup_codes_renewed: factorKind('backup_codes_renewed', '予備コードをつくりなおしました'),
  passkey_added: factorKind('passkey_added', 'パスキーを登録しました', '厨房のタブレット'),
  passkey_removed: factorKind('passkey_removed', 'パスキーを消しました', '厨房のタブレット'),
  way_in_added: factorKind('way_in_added', 'サインインの方法を足しました', '090-1234-5678'),
  way_in_removed: factorKind('way_in_removed', 'サインインの方法を外しました', '090-1234-5678'),
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
