import { z } from 'zod'
import type { StarCount } from '#kernel/review-enums.ts'
import { facts, notificationKind } from '#modules/notifications/notification-kind.ts'
import { ourPage } from '#modules/notifications/our-page.ts'

const side = z.enum(['restaurant', 'farm'])
const stars = z.literal([1, 2, 3, 4, 5])

const starLine = (stars: StarCount) => `${'★'.repeat(stars)}${'☆'.repeat(5 - stars)}`

const shownReviews = {
  restaurant: ourPage('/restaurant/reviews?tab=shown'),
  farm: ourPage('/farmer/reviews?tab=shown'),
}

/** To both sides of an order, when what they wrote about each other is shown; staff may still hide what the other wrote. */
export const reviewShown = notificationKind('review_shown', {
  about: 'review',
  data: z.object({
    side,
    other: z.string(),
    number: z.string(),
    own: z.boolean(),
    bothWrote: z.boolean(),
    theirs: z.object({ stars, words: z.string() }).nullable(),
  }),
  message: ({ side, other, number, own, bothWrote, theirs }) => ({
    title: theirs ? `${other}の評価が届きました` : `${other}への評価を公開しました`,
    summary: theirs
      ? `${starLine(theirs.stars)}${theirs.words && ` 「${theirs.words}」`}`
      : `伝票 ${number} の評価です。`,
    parts: [
      {
        facts: [['相手', other], ['伝票', number], ...(theirs ? [['評価', starLine(theirs.stars)] as const] : [])],
      },
      theirs && theirs.words !== '' && { quote: theirs.words },
      !theirs && {
        text: `${bothWrote ? '相手先の評価は、運営が非公開にしています。' : '相手先は、期日までに投稿しませんでした。'}投稿いただいた評価のみを公開します。`,
      },
      own && { text: '投稿いただいた評価も公開されました。以後は修正できません。' },
      side === 'farm' && theirs && { text: '農園のページに掲載されます。評価に返信できます。' },
      { button: side === 'farm' && theirs ? '返信する' : '評価を見る', to: shownReviews[side] },
    ],
  }),
  sample: {
    side: 'farm',
    other: 'ビストロ 灯',
    number: '261120-00012',
    own: true,
    bothWrote: true,
    theirs: { stars: 5, words: '火を入れても酸が残る。ソースの塩が減りました。' },
  },
})

/** To the restaurant, when the farm has answered what it wrote. */
export const reviewReplied = notificationKind('review_replied', {
  about: 'review',
  data: z.object({ farm: z.string(), reply: z.string() }),
  message: ({ farm, reply }) => ({
    title: `${farm}から、評価への返信がありました`,
    summary: `「${reply}」`,
    parts: [{ quote: reply }, { button: '評価を見る', to: shownReviews.restaurant }],
  }),
  sample: { farm: '佐藤農園', reply: 'ありがとうございます。またお送りします。' },
})

/** To both sides, when staff hide a review or bring it back. */
export const reviewHidden = notificationKind('review_hidden', {
  about: 'review',
  data: z.object({
    side,
    number: z.string(),
    other: z.string(),
    isHidden: z.boolean(),
    isWriter: z.boolean(),
    reason: z.string(),
  }),
  message: ({ side, number, other, isHidden, isWriter, reason }) => ({
    title: `評価を${isHidden ? '非公開にしました' : '再度公開しました'}`,
    heading: isHidden ? '評価を非公開にしました' : '評価を再度公開しました',
    summary: isHidden ? `理由：${reason}` : '再度公開されました。',
    parts: [
      {
        text: `${isWriter ? `${other}について投稿いただいた評価` : `${other}からの評価`}${
          isHidden ? 'を、運営が非公開にしました。評価の平均にも含まれません。' : 'を、運営が再度公開しました。'
        }`,
      },
      {
        facts: [
          ['伝票', number],
          ['理由', reason],
        ],
      },
      { text: 'この対応に納得できない場合は、「お問い合わせ」からご連絡ください。' },
      { button: '評価を見る', to: shownReviews[side] },
    ],
  }),
  sample: {
    side: 'restaurant',
    number: '261120-00012',
    other: '佐藤農園',
    isHidden: true,
    isWriter: true,
    reason: '電話番号が書かれていたため。',
  },
})

/** Once for each order: three days after it became final, to a side that has not written. */
export const reviewWaits = notificationKind('review_waits', {
  about: 'review',
  data: z.object({ side, orders: facts, more: z.number(), until: z.string() }),
  message: ({ side, orders, more, until }) => ({
    title: `注文の評価を投稿できます（${orders.length + more}件）`,
    heading: '注文の評価をお願いします',
    summary: `${until}まで投稿できます。`,
    parts: [
      {
        text: '星の数とコメントで、30秒ほどで完了します。双方が投稿すると、同時に公開されます。相手先の評価は、それまで表示されません。',
      },
      { facts: more > 0 ? [...orders, ['他', `${more}件`]] : orders },
      { text: `${until}まで投稿できます。投稿しなくても、取引に影響はありません。` },
      { button: '評価を書く', to: ourPage(side === 'farm' ? '/farmer/reviews' : '/restaurant/reviews') },
    ],
  }),
  sample: {
    side: 'restaurant',
    orders: [['佐藤農園', '11月20日(金)のお届け（261118-00012）']],
    more: 2,
    until: '12月4日(金)',
  },
})

export const reviewKinds = [reviewShown, reviewReplied, reviewHidden, reviewWaits] as const
