import { type ActorKind, claimStates, orderStates } from '#kernel/enums.ts'
import {
  type ClaimCondition,
  type ClaimMoment,
  type ClaimRule,
  claimProcess,
  claimRuleOf,
  claimStateWord,
  claimTransitions,
} from './claim-process.ts'
import { actorWord, stateWord } from './order-labels.ts'
import type { Condition, Guard, OrderMoment, TransitionRule } from './process/transition-rule.ts'
import { effectWord, partyWord } from './process/transition-rule.ts'
import { actorsOf, partiesTold, ruleOf, type TransitionName, transitionNames } from './process/transitions.ts'

const momentWord: Record<OrderMoment, string> = {
  cutoffAt: '締切',
  answerDueAt: '回答期限',
  packAt: '箱詰めの開始時刻',
  proposalDueAt: '回答を待つ期限',
  answerUndoUntil: '回答を待つ期限',
  acceptUndoUntil: '受注の10秒後',
  neverShippedAt: 'お届け日の翌々日24:00',
  restDueAt: '残りのお届けを約束した日の24:00',
  assumedDeliveredAt: 'お届け日（分けて出荷した場合は残りのお届け日）の翌日24:00',
  inspectDueAt: '検収の期限',
  closesAt: '飲食店の締め日と月末のうち早い日の3日後の24:00',
}

const guardWord: Record<Guard, string> = {
  something_confirmed: '1点以上受注する',
  catch_weight_weighed: '不定貫の商品を計量済み',
  lots_named: 'ロットを選択済み',
  parcels_tracked: '個口ごとに送り状番号あり（番号のない配送は個口のみ）',
  something_shipped: '出荷する商品あり',
  rest_in_time: '残りのお届け日が、飲食店の指定した日まで',
}

const conditionWord: Record<Condition, string> = {
  just_accepted: '農園が画面で受注した直後',
  answer_given: '店が自分で回答した',
  cancel_asked: 'キャンセル依頼あり',
  cancel_not_asked: 'キャンセル依頼なし',
  reschedule_asked: 'お届けの変更依頼あり',
  reschedule_not_asked: 'お届けの変更依頼なし',
  day_proposed: '別のお届け日の提案あり',
  accepted_before: '前回受注した注文が増えた',
  not_accepted_before: 'まだ受注していない',
}

const claimMomentWord: Record<ClaimMoment, string> = {
  farmAnswerAt: '報告の48時間後',
  buyerAnswerAt: '農園の回答の24時間後',
  lastWordAt: '運営に判断を依頼してから14日目の24:00',
  recheckUntil: '決定の72時間後',
}

const claimConditionWord: Record<ClaimCondition, string> = {
  may_open: '写真（不足・未着の場合は不要）・報告の期限内（期限後は運営のみ）',
  settles_itself: '欠品・破損・傷み、写真あり、双方が合意した金額まで、報告が多くない',
  small: '少額',
  large: '高額',
  full_offer: '全額に応じる回答',
  partial_offer: '一部に応じる回答',
  not_rechecked: 'まだ再審査をしていない',
  about_goods: '届いた商品に関する報告（配送に関する報告は取り下げ不可）',
}

/**
 * docs/order-process.md, generated from the process itself, so that it cannot differ from the code. To regenerate it:
 * `node app/modules/ordering/order-process-doc.ts > docs/order-process.md`
 */
export const orderProcessMarkdown = (): string => `# The order process

Written by \`app/modules/ordering/order-process-doc.ts\`; do not edit. To regenerate it:
\`node app/modules/ordering/order-process-doc.ts > docs/order-process.md\`

A transition that is not in the table does not happen. 「まで」 includes the moment itself; 「に自動」 is not before it, and
holds for the system only. 窓 is what a cancellation costs by then: W1 nothing, W2 the fee shown on the page of the order if the
farm agrees, W3 only force majeure, W4 it is under way: defects are claims.

| No | 操作 | 前 | 後 | 操作者 | 窓 | 時期 | 条件 | 処理 | 通知先 | 履歴の文言 |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${transitionNames.map(tableRow).join('\n')}

\`\`\`mermaid
stateDiagram-v2
${orderStates.map((state) => `  state "${stateWord[state]}" as ${state}`).join('\n')}
  [*] --> draft
${transitionNames.flatMap((name) => arrows(ruleOf(name))).join('\n')}
${ends.map((state) => `  ${state} --> [*]`).join('\n')}
\`\`\`

## Timers

Every state that is not final is left by a timer, in Japan time:

| 状態 | 時刻 | 操作 | 後 |
| --- | --- | --- | --- |
${timers.map((row) => `| ${row.join(' | ')} |`).join('\n')}

## The process of a claim

It is about one line and holds only that; the rest of the order goes on, and 締め日 does not wait for it.

| No | 操作 | 前 | 後 | 操作者 | 時期 | 条件 | 通知先 | 履歴の文言 |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${claimTransitions.map((name) => claimRow(claimRuleOf(name))).join('\n')}

\`\`\`mermaid
stateDiagram-v2
${claimStates.map((state) => `  state "${claimStateWord[state]}" as ${state}`).join('\n')}
${claimTransitions.flatMap((name) => claimArrows(claimRuleOf(name))).join('\n')}
${claimEnds.map((state) => `  ${state} --> [*]`).join('\n')}
\`\`\`
`

const joined = (parts: readonly (string | false | undefined)[], by = '・') => parts.filter(Boolean).join(by)
const who = (by: readonly ActorKind[]) => joined(by.map((actor) => actorWord[actor]))
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

function tableRow(name: TransitionName): string {
  const rule = ruleOf(name)
  return row([
    rule.no,
    wordsOf(rule),
    joined(rule.from.map((state) => stateWord[state])),
    stateWord[rule.to],
    who(actorsOf(name)),
    rule.window ?? '',
    joined(
      [
        rule.after && `${momentWord[rule.after]}の後`,
        rule.until && `${momentWord[rule.until]}まで`,
        rule.at && `${momentWord[rule.at]}に自動`,
      ],
      '、',
    ),
    joined([
      rule.needsReason && '理由',
      rule.when && conditionWord[rule.when],
      ...(rule.guards ?? []).map((guard) => guardWord[guard]),
    ]),
    joined(rule.effects.map((effect) => effectWord[effect])),
    joined(partiesTold(name).map((party) => partyWord[party])),
    rule.told,
  ])
}

/** The button labels; 「・」 separates the button for everything from the one for less. */
const wordsOf = ({ button, buttonForLess }: TransitionRule) => joined([button, buttonForLess])

const arrows = (rule: TransitionRule) => rule.from.map((from) => `  ${from} --> ${rule.to}: ${rule.no} ${rule.button}`)

/** States that can be reached and only lead to themselves. */
const ends = orderStates.filter(
  (state) =>
    transitionNames.some((name) => ruleOf(name).to === state) &&
    !transitionNames.some((name) => ruleOf(name).from.includes(state) && ruleOf(name).to !== state),
)

const timers = orderStates.flatMap((state) =>
  transitionNames.flatMap((name) => {
    const { at, from, to, button, when } = ruleOf(name)
    if (!at || !from.includes(state)) return []
    return [[`${stateWord[state]}${when ? `（${conditionWord[when]}）` : ''}`, momentWord[at], button, stateWord[to]]]
  }),
)

function claimRow(rule: ClaimRule): string {
  return row([
    rule.no,
    rule.button,
    joined(rule.from.map((state) => claimStateWord[state])),
    claimStateWord[rule.to],
    who(rule.by),
    joined([rule.until && `${claimMomentWord[rule.until]}まで`, rule.at && `${claimMomentWord[rule.at]}に自動`], '、'),
    joined([rule.needsReason && '理由', rule.when && claimConditionWord[rule.when]]),
    joined(rule.tells.map((party) => partyWord[party])),
    rule.told,
  ])
}

const claimArrows = (rule: ClaimRule) =>
  (rule.from.length > 0 ? rule.from : ['[*]']).map((from) => `  ${from} --> ${rule.to}: ${rule.no} ${rule.button}`)

const claimEnds = claimStates.filter(
  (state) => !Object.values<ClaimRule>(claimProcess).some(({ from }) => from.includes(state)),
)

if (import.meta.main) process.stdout.write(orderProcessMarkdown())
