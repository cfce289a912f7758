import { z } from 'zod'
import { notificationKind } from '#modules/notifications/notification-kind.ts'
import { ourPage } from '#modules/notifications/our-page.ts'
import { fieldWord } from './restaurant-labels.ts'

/** To staff: an approved restaurant says something else than what was checked. */
export const legalFactsChanged = notificationKind('legal_facts_changed', {
  about: null,
  data: z.object({
    restaurantId: z.string(),
    name: z.string(),
    changes: z.record(z.string(), z.tuple([z.string(), z.string()])),
  }),
  message: ({ restaurantId, name, changes }) => ({
    title: `${name}の登録内容が変更されました`,
    heading: '登録内容が変更されました',
    summary: `${name}：登録内容が変更されました。`,
    parts: [
      { text: `承認済みの ${name} が、確認済みの内容を変更しました。許可証と一致しているか確認してください。` },
      {
        facts: Object.entries(changes).map(([field, [was, is]]) => [
          fieldWord(field),
          `${was || '（なし）'} → ${is || '（なし）'}`,
        ]),
      },
      { button: '会員の画面を開く', to: ourPage(`/admin/users/restaurant-${restaurantId}`) },
    ],
  }),
  sample: { restaurantId: '1', name: 'ビストロ灯', changes: { representative: ['森 亮介', '森 花'] } },
})
