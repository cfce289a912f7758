import type { Content } from 'pdfmake/interfaces.js'
import { formatYen } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'
import { runFreightText, sumOfRunFreights } from '#modules/runs/run-freight-lines.ts'
import type { PrintedSlip, StatementContent } from './document-content.ts'
import { documentWord } from './issued-paper.ts'
import { slipSection } from './paper-lines.ts'
import { boxes, type Drawn, dayText, heading, headOf, labelled, note, total, untaxedLine } from './paper-parts.ts'
import { ratesBlock } from './paper-rates.ts'
import { isReturn } from './slip-entries.ts'
import { isOfOneNumber, type RegistrationPart, registrationParts } from './slip-rates.ts'

/** 支払通知書兼精算書: what is paid, the copies of what was issued for the farm, and our own qualified invoice of the fee. */
export function statementOf({ content, paper, qr }: Drawn<StatementContent>): Content[] {
  const { fee, issuer, netYen, runFreights = [] } = content
  const carriedOn = netYen < 0
  const parts = registrationParts(content)
  return [
    ...headOf({
      title: documentWord.statement,
      content,
      paper,
      qr,
      ...(!isOfOneNumber(content, parts) && { toNumbers: parts.map(partText) }),
      facts: [['対象期間', `${dayText(content.fromOn)} 〜 ${dayText(content.toOn)}`]],
      lead: '下記のとおりお支払いいたします。',
    }),
    carriedOn
      ? total('次回へ繰り越す額（税込）', netYen, '今回のお支払いはありません')
      : total('お支払額（税込）', netYen, `お支払予定日　${dayText(content.payOn)}`),
    boxes([
      ['前回からの繰越', content.carriedYen],
      ['売上（税込）', content.grossYen - content.borneYen],
      ['当社負担の補償', content.borneYen],
      ['販売手数料（税込）', -(fee.baseYen + fee.taxYen)],
      ...(runFreights.length > 0
        ? [['共同便の運賃（税込）', sumOfRunFreights(runFreights)] satisfies [string, number]]
        : []),
      [carriedOn ? '次回への繰越' : 'お支払額', netYen],
    ]),
    labelled('お振込先', `${content.account ?? 'ご登録の口座'}（振込手数料は当社が負担します）`),
    ...parts.map((part) =>
      ratesBlock(
        heading(
          part.number ? '売上の合計' : '売上の合計（登録番号なし）',
          `飲食店に交付した請求書の写し${parts.length > 1 ? `　${partText(part)}` : ''}`,
        ),
        [
          ...part.sales.map((rate) => ({ word: '売上', rate })),
          ...part.returns.map((rate) => ({ word: '返還（値引き・返品）', rate })),
        ],
      ),
    ),
    ...untaxedLine(content.untaxedYen),
    ...runFreights.map((it) => labelled('共同便の運賃', runFreightText(it))),
    ratesBlock(
      heading(
        '販売手数料の適格請求書',
        `${issuer.name}　${issuer.registrationNumber ? `登録番号 ${issuer.registrationNumber}` : '登録番号なし'}`,
      ),
      [{ word: `販売手数料（${monthText(content)}）`, rate: fee }],
    ),
    note([
      '※は軽減税率の対象です。消費税額は納品書ごとに税率別に1円未満を切り捨てて計算し、その額を合計しています。',
      `記載の内容に相違がある場合は、${dayText(content.confirmBy)}までにご連絡ください。期日までにご連絡がない場合は、内容をご確認いただいたものとして取り扱います。`,
    ]),
    ...slipSection(
      '売上の明細',
      content.slips.filter((slip) => !isReturn(slip)),
      restaurantOf,
    ),
    ...slipSection('返還の明細（対価の返還等）', content.slips.filter(isReturn), restaurantOf),
  ]
}

/** 2026年10月分 of a whole month, so that it stands on one line. */
const monthText = (period: { fromOn: JstDate; toOn: JstDate }) =>
  startOfMonth(period.toOn) === period.fromOn
    ? `${period.toOn.slice(0, 4)}年${Number(period.toOn.slice(5, 7))}月分`
    : daysText(period)

const startOfMonth = (day: JstDate) => `${day.slice(0, 8)}01`

/** Of one month, so that it stands on one line: 2026年10月1日〜31日. */
const daysText = ({ fromOn, toOn }: { fromOn: JstDate; toOn: JstDate }) =>
  fromOn === toOn
    ? dayText(fromOn)
    : fromOn.slice(0, 7) === toOn.slice(0, 7)
      ? `${dayText(fromOn)}〜${Number(toOn.slice(8))}日`
      : `${dayText(fromOn)}〜${dayText(toOn)}`

const partText = (part: RegistrationPart) =>
  `${part.number ? `登録番号 ${part.number}` : '登録番号なし'}（${daysText(part)}の納品分）`

const restaurantOf = (slip: PrintedSlip & Partial<StatementContent['slips'][number]>) =>
  `${slip.restaurant ?? ''}　${slip.kitchen}${slip.feeYen ? `　手数料（税抜）${formatYen(slip.feeYen)}` : ''}`
