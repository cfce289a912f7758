import type { Carrier } from '#kernel/enums.ts'

export const carrierWord: Record<Carrier, string> = {
  yamato: 'ヤマト運輸',
  sagawa: '佐川急便',
  japanpost: '日本郵便（ゆうパック）',
}
