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
    heading: `${organisation}のメンバーになりませんか`,
    summary: `${inviter} さんからの招待です。`,
    parts: [
      { text: `${inviter} さんが、あなたを招待しています。下のボタンから、内容を見て決めてください。` },
      {
        facts: [
          ['店・農園', organisation],
          ['できること', authority],
          ['期限', `${until}まで`],
        ],
      },
      { button: '招待を見る', to: ourPage(invitationPath(codeId)) },
      {
        text: 'リンクは1回だけ使えます。ほかの人に見せないでください。心あたりのないときは、このメールを捨ててください。',
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
    heading: 'メンバーが増えました',
    summary: `${name} さんが参加しました。`,
    parts: [
      { text: `${name} さんが招待を受けて、メンバーになりました。` },
      {
        facts: [
          ['店・農園', organisation],
          ['できること', authority],
        ],
      },
      { text: '心あたりのないときは、すぐにメンバーから外してください。' },
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
    title: `${organisation}のメンバーから外れました`,
    heading: 'メンバーから外れました',
    summary: `${organisation}のメンバーではなくなりました。`,
    parts: [
      {
        text: `${name} さんは、${organisation}のメンバーから外れました。あなたのアカウントはそのまま残っていて、ほかの店や農園では、いままでどおり使えます。`,
      },
      { text: 'まちがいと思われるときは、お店や農園の方に聞いてください。' },
    ],
  }),
  sample: { name: '小川 葵', organisation: shop },
})

export const memberKinds = [memberInvitation, memberJoined, memberRemoved] as const
