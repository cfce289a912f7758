/** What a new farm or restaurant does before its first order, in this order, and about how many minutes each takes. */
export const farmSteps = [
  {
    name: 'shipping',
    operation: 'farm.describe',
    title: '出荷条件を確認する',
    about: '出荷曜日、注文の締切、送料',
    minutes: 2,
    to: '/farmer/profile#shipping',
  },
  {
    name: 'goods',
    operation: 'goods.change',
    title: '最初の商品を出品する',
    about: '品目、価格、数量、写真',
    minutes: 5,
    to: '/farmer/products/Create',
  },
  {
    name: 'intro',
    operation: 'farm.describe',
    title: '農園の紹介を公開する',
    about: '2つ以上の質問に回答して公開',
    minutes: 4,
    to: '/farmer/Intro',
  },
  {
    name: 'account',
    operation: 'bank_account.keep',
    title: '受取口座を登録する',
    about: '金融機関、口座番号、口座名義',
    minutes: 3,
    to: '/farmer/bank-account',
  },
] as const

export const restaurantSteps = [
  {
    name: 'shop',
    operation: 'organisation.manage',
    title: '飲食店の情報を登録する',
    about: '電話番号、営業許可証',
    minutes: 2,
    to: '/restaurant/Account',
  },
  {
    name: 'receiving',
    operation: 'organisation.manage',
    title: '受取場所と時間帯を確認する',
    about: '受取曜日、希望時間帯、受取場所',
    minutes: 1,
    to: '/restaurant/Account#kitchens',
  },
  {
    name: 'billing',
    operation: 'organisation.manage',
    title: '支払い方法を確認する',
    about: '支払い方法、締め日、請求書の送付先',
    minutes: 2,
    to: '/restaurant/Account#billing',
  },
] as const

type AnyStep = (typeof farmSteps | typeof restaurantSteps)[number]

export type FirstStep = Pick<AnyStep, 'name' | 'title' | 'about' | 'minutes' | 'to'> & { done: boolean }

/** 「残り2項目・約3分」 */
export function leftText(steps: readonly FirstStep[]): string {
  const left = steps.filter(({ done }) => !done)
  const minutes = left.reduce((sum, step) => sum + step.minutes, 0)
  return left.length === 0 ? 'すべて完了' : `残り${left.length}項目・約${minutes}分`
}
