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
    summary: theirs ? `${starLine(theirs.stars)} 「${theirs.words}」` : `伝票 ${number} の評価です。`,
    parts: [
      {
        facts: [['相手', other], ['伝票', number], ...(theirs ? [['評価', starLine(theirs.stars)] as const] : [])],
      },
      theirs && { quote: theirs.words },
      !theirs && {
        text: `${bothWrote ? '相手の評価は、運営が見えなくしています。' : '相手は、期日までに書きませんでした。'}書いていただいた評価だけを公開します。`,
      },
      own && { text: 'あなたの書いた評価も、いま公開されました。もう書き直せません。' },
      side === 'farm' && theirs && { text: '農園のページにのります。ひとこと返事を書けます。' },
      { button: side === 'farm' && theirs ? '返事を書く' : '評価を見る', to: shownReviews[side] },
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
    title: `${farm}から、評価に返事がありました`,
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
    title: `評価を${isHidden ? '公開からはずしました' : 'もう一度公開しました'}`,
    heading: isHidden ? '評価を、公開からはずしました' : '評価を、もう一度公開しました',
    summary: isHidden ? `理由：${reason}` : 'もう一度、公開されています。',
    parts: [
      {
        text: `${isWriter ? `${other}について書いていただいた評価` : `${other}からの評価`}${
          isHidden ? 'を、運営が見えなくしました。平均の点にも入りません。' : 'を、運営がもう一度見えるようにしました。'
        }`,
      },
      {
        facts: [
          ['伝票', number],
          ['理由', reason],
        ],
      },
      { text: '納得できないときは、「お問い合わせ」から知らせてください。' },
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
    title: `注文の評価を書けます（${orders.length + more}件）`,
    heading: '注文はどうでしたか',
    summary: `${until}まで書けます。`,
    parts: [
      {
        text: '星とひとことで、30秒ほどです。両方が書くと、いっしょに公開されます。相手が書いたものは、それまで見えません。',
      },
      { facts: more > 0 ? [...orders, ['ほか', `${more}件`]] : orders },
      { text: `${until}まで書けます。書かなくても、取引に変わりはありません。` },
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
