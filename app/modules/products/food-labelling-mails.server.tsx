import { z } from 'zod'
import { notificationKind } from '#modules/notifications/notification-kind.ts'
import { ourPage } from '#modules/notifications/our-page.ts'

/** `goods`: 「地鶏 丸」「卵」他3点. */
const data = z.object({ name: z.string(), goods: z.string() })

/** To a farm: which products lack a fact of their label, and until when they stay on sale. */
export const factsWanted = notificationKind('facts_wanted', {
  about: 'account',
  data: data.extend({ until: z.string() }),
  message: ({ name, goods, until }) => ({
    title: '食品表示の入力をお願いします',
    heading: '食品表示の入力をお願いします',
    summary: `${goods}に、未入力の項目があります。${until}までに入力してください。`,
    parts: [
      {
        text: '納品書や商品の画面に表示する、食品表示の項目が未入力の商品があります。期限までに入力されない商品は、販売休止になります。',
      },
      {
        facts: [
          ['農園', name],
          ['商品', goods],
          ['期限', until],
        ],
      },
      { button: '商品の一覧を開く', to: ourPage('/farmer/products/List') },
    ],
  }),
  sample: { name: '佐藤農園', goods: '「地鶏 丸」', until: '2026年12月24日' },
})

/** To a farm: what went off sale because a fact was not stated in time. */
export const factsOffSale = notificationKind('facts_off_sale', {
  about: 'account',
  data,
  message: ({ name, goods }) => ({
    title: '食品表示が未入力のため、商品を販売休止にしました',
    heading: '商品を販売休止にしました',
    summary: `${goods}を販売休止にしました。入力すると、販売を再開できます。`,
    parts: [
      {
        text: '期限までに食品表示の項目が入力されなかったため、次の商品を販売休止にしました。受注済みの注文は変わりません。',
      },
      {
        facts: [
          ['農園', name],
          ['商品', goods],
        ],
      },
      { button: '商品の一覧を開く', to: ourPage('/farmer/products/List') },
    ],
  }),
  sample: { name: '佐藤農園', goods: '「地鶏 丸」' },
})

export const foodLabellingKinds = [factsWanted, factsOffSale] as const
