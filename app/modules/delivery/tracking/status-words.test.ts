import { describe, expect, test } from 'vitest'
import type { ParcelState } from '#kernel/carrier-tracking.ts'
import { parcelStateOf } from './status-words.ts'

/** Every word of the carriers' pages that we know, by hand, and what is written around some of them. */
const pages: Record<'yamato' | 'sagawa' | 'japanpost', Partial<Record<ParcelState, readonly string[]>>> = {
  yamato: {
    handed_over: ['荷物受付'],
    in_transit: ['発送済み', '輸送中', '作業店通過', '配達店到着', '委託先引渡'],
    out_for_delivery: ['配達中', '投函予定'],
    waiting: ['保管中', '依頼受付', 'ご来店予定', '依頼受付（日・時間帯変更）'],
    failed_attempt: ['持戻（ご不在）', '持戻（休業）', '持戻（転居）', '持戻（住所不明）', '持戻（受取ご辞退）'],
    checking: ['調査中'],
    returned: ['返品', '返品完了'],
    delivered: [
      '配達完了',
      '配達完了（宅配ボックス）',
      '配達完了(宅配ボックス)',
      '投函完了',
      'お客様引渡完了',
      ' 配達 完了 ',
    ],
    unknown: ['伝票番号未登録', '伝票番号誤り', '', 'delivered', '配達'],
  },
  sagawa: {
    handed_over: ['集荷'],
    in_transit: ['輸送中'],
    out_for_delivery: ['配達中'],
    waiting: ['保管中'],
    failed_attempt: ['持戻り', 'ご不在', 'ご不在のため持戻り'],
    checking: ['調査中'],
    returned: ['返品'],
    delivered: ['配達完了', '配達終了'],
    unknown: ['お荷物データが登録されておりません'],
  },
  japanpost: {
    handed_over: ['引受'],
    in_transit: ['中継', '通過', '到着'],
    out_for_delivery: ['持ち出し中'],
    waiting: ['保管', '配達希望受付'],
    failed_attempt: ['ご不在のため持ち戻り'],
    checking: ['調査中'],
    returned: ['差出人に返送'],
    delivered: ['お届け先にお届け済み', '窓口でお渡し'],
    unknown: ['お問い合わせ番号が見つかりません', '委託先引渡'],
  },
}

describe.each(['yamato', 'sagawa', 'japanpost'] as const)('%s', (carrier) => {
  const rows = Object.entries(pages[carrier]).flatMap(([state, words]) => words.map((word) => [word, state] as const))
  test.each(rows)('「%s」 is %s', (words, state) => {
    expect(parcelStateOf(carrier, words)).toBe(state)
  })
})
