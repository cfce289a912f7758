import { orderStates } from '#kernel/words.ts'
import { type Guard, type OrderMoment, ruleOf, type TransitionRule, transitionNames } from './order-process.ts'
import { actorWord, stateWord } from './order-words.ts'

const momentWord: Record<OrderMoment, string> = {
  cutoffAt: '締切',
  answerDueAt: '答える時刻',
  packAt: '箱づめの時刻',
  assumedDeliveredAt: 'お届け日の翌日24:00',
  inspectDueAt: '検収の期限',
}

const guardWord: Record<Guard, string> = {
  something_confirmed: 'ひとつ以上受ける',
  catch_weight_weighed: '不定貫は量ってある',
  lots_named: 'ロットが決まっている',
  parcels_tracked: '箱ごとに送り状番号がある',
  something_shipped: '送る品がある',
}

/**
 * docs/order-process.md, written from the process itself, so that the page cannot say something
 * else than the code does. To write it anew: `node app/modules/ordering/order-process-doc.ts > docs/order-process.md`
 */
export const orderProcessMarkdown = (): string => `# How an order lives

Written by \`app/modules/ordering/order-process-doc.ts\`; do not edit. To write it anew:
\`node app/modules/ordering/order-process-doc.ts > docs/order-process.md\`

A transition that is not in the table does not happen. 「まで」 includes the moment itself; 「に自動」 is not before it, and
holds for the system only. States without an arrow are words that the process keeps for later.

| No | 操作 | 前 | 後 | だれが | いつ | 条件 | 履歴の文 |
| --- | --- | --- | --- | --- | --- | --- | --- |
${transitionNames.map((name) => tableRow(ruleOf(name))).join('\n')}

\`\`\`mermaid
stateDiagram-v2
${orderStates.map((state) => `  state "${stateWord[state]}" as ${state}`).join('\n')}
  [*] --> draft
${transitionNames.flatMap((name) => arrows(ruleOf(name))).join('\n')}
${ends.map((state) => `  ${state} --> [*]`).join('\n')}
\`\`\`
`

function tableRow(rule: TransitionRule): string {
  const cells = [
    rule.no,
    wordsOf(rule),
    rule.from.map((state) => stateWord[state]).join('・'),
    stateWord[rule.to],
    rule.by.map((actor) => actorWord[actor]).join('・'),
    [rule.until && `${momentWord[rule.until]}まで`, rule.at && `${momentWord[rule.at]}に自動`]
      .filter(Boolean)
      .join('、'),
    [rule.needsReason && '理由', ...(rule.guards ?? []).map((guard) => guardWord[guard])].filter(Boolean).join('・'),
    rule.told,
  ]
  return `| ${cells.join(' | ')} |`
}

/** What one presses; 「・」 parts the button for everything from the one for less. */
const wordsOf = ({ button, buttonForLess }: TransitionRule) => [button, buttonForLess].filter(Boolean).join('・')

const arrows = (rule: TransitionRule) => rule.from.map((from) => `  ${from} --> ${rule.to}: ${rule.no} ${rule.button}`)

/** States that something leads to and nothing leads out of. */
const ends = orderStates.filter(
  (state) =>
    transitionNames.some((name) => ruleOf(name).to === state) &&
    !transitionNames.some((name) => ruleOf(name).from.includes(state)),
)

if (import.meta.main) process.stdout.write(orderProcessMarkdown())
