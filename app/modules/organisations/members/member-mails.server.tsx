import { z } from 'zod'
import { newId } from '#kernel/ids.ts'
import { mailedCodeId, notificationKind } from '#modules/notifications/notification-kind.ts'
import { ourPage } from '#modules/notifications/our-page.ts'

/** `code`: the secret, or its id in what is stored. */
export const invitationPath = (code: string) => `/auth/invitation?code=${code}` as const

const shop = 'ビストロ灯'

/** To a person who is invited. The link proves the address, so that nothing has to be confirmed again. */
export const memberInvitation = notificationKind('member_invitation', {
  about: null,
  data: z.object({
    organisation: z.string(),
    inviter: z.string(),
    authority: z.string(),
    until: z.string(),
    codeId: mailedCodeId,
  }),
  codeIn: ({ codeId }) => codeId,
  message: ({ organisation, inviter, authority, until, codeId }) => ({
    title: `${organisation}からの招待`,
    heading: `${organisation}への招待が届いています`,
    summary: `${inviter} さんからの招待です。`,
    parts: [
      { text: `${inviter} さんから招待が届いています。下のボタンから内容を確認し、回答してください。` },
      {
        facts: [
          ['飲食店・農園', organisation],
          ['権限', authority],
          ['期限', `${until}まで`],
        ],
      },
      { button: '招待を確認する', to: ourPage(invitationPath(codeId)) },
      {
        text: 'リンクは1回のみ使用できます。第三者に共有しないでください。お心当たりがない場合は、このメールを破棄してください。',
      },
    ],
  }),
  sample: {
    organisation: shop,
    inviter: '森 亮介',
    authority: 'スタッフ・一度に30,000円まで',
    until: '11月24日（火）10:00',
    codeId: newId<'mailedCode'>(),
  },
})

/** To the owners, when a new member has come. */
export const memberJoined = notificationKind('member_joined', {
  about: 'account',
  data: z.object({
    side: z.enum(['restaurant', 'farm']),
    organisation: z.string(),
    name: z.string(),
    authority: z.string(),
  }),
  message: ({ side, organisation, name, authority }) => ({
    title: `${name} さんがメンバーになりました`,
    heading: 'メンバーが追加されました',
    summary: `${name} さんが参加しました。`,
    parts: [
      { text: `${name} さんが招待を承諾し、メンバーになりました。` },
      {
        facts: [
          ['飲食店・農園', organisation],
          ['権限', authority],
        ],
      },
      { text: 'お心当たりがない場合は、すぐにメンバーから削除してください。' },
      { button: 'メンバーを見る', to: ourPage(side === 'farm' ? '/farmer/members' : '/restaurant/members') },
    ],
  }),
  sample: { side: 'restaurant', organisation: shop, name: '小川 葵', authority: 'スタッフ・注文の上限なし' },
})

/** To a member who was taken out. */
export const memberRemoved = notificationKind('member_removed', {
  about: 'account',
  data: z.object({ name: z.string(), organisation: z.string() }),
  message: ({ name, organisation }) => ({
    title: `${organisation}のメンバーから削除されました`,
    heading: 'メンバーから削除されました',
    summary: `${organisation}のメンバーではなくなりました。`,
    parts: [
      {
        text: `${name} さんは、${organisation}のメンバーから削除されました。アカウントは残っており、他の飲食店や農園では、これまでどおり利用できます。`,
      },
      { text: '誤りと思われる場合は、飲食店または農園の責任者にご確認ください。' },
    ],
  }),
  sample: { name: '小川 葵', organisation: shop },
})

export const memberKinds = [memberInvitation, memberJoined, memberRemoved] as const
