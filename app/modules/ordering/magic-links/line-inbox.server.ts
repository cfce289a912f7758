import type { Ctx } from '#authorization/ctx.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { formatDay } from '#kernel/format.ts'
import type { LineMessage, QuickReply } from '#kernel/line-message.ts'
import type { RefusalDetail } from '#kernel/result.ts'
import { answerToken } from '#modules/notifications/answer-token.server.ts'
import { linkLine, personOfLine, unlinkLine } from '#modules/notifications/notification-addresses.server.ts'
import { type ShortageReason, shortageReasons } from '#modules/ordering/order-labels.ts'
import { type OrderingRefusal, refusalText } from '#modules/ordering/refusal-text.ts'
import { answerByLink, type LinkAnswer } from './answer-by-link.server.ts'
import { becameOf, isLinkRefusal, type LinkRefusal, linkRefusalText } from './link-labels.ts'
import { readLink } from './read-link.server.ts'

/** An event from LINE, as far as it concerns us. */
export type LineEvent =
  | { kind: 'message'; from: string; text: string }
  | { kind: 'postback'; from: string; data: string }
  | { kind: 'unfollow'; from: string }

type Parts = Pick<Ctx, 'db' | 'now'> & { encryption: Encryption; site: string }

/**
 * The reply to it; null: none. A pressed answer does what the page of the link does, and only for the account that the
 * message was sent to: with a forwarded message the user is referred to the page.
 */
export async function takeLineEvent(parts: Parts, event: LineEvent): Promise<LineMessage | null> {
  switch (event.kind) {
    case 'unfollow':
      await unlinkLine(parts, event.from)
      return null
    case 'message':
      return (await linkLine(parts, { typed: event.text, lineId: event.from }))
        ? say('連携しました。今後、畝と皿のお知らせがここに届きます。')
        : say(
            'このトークでは、メッセージのやり取りはできません。連携する場合は、畝と皿の「マイ設定」に表示されるコードを送信してください。',
          )
    case 'postback':
      return pressed(parts, event)
  }
}

const say = (text: string): LineMessage => ({ type: 'text', text })

async function pressed(parts: Parts, { from, data }: { from: string; data: string }): Promise<LineMessage> {
  const asked = new URLSearchParams(data)
  const token = asked.get('answer') ?? ''
  const link = await readLink(parts, token)
  const person = await personOfLine(parts, from)
  if (link?.ctx.actor.kind !== 'farm' || link.ctx.actor.personId !== person)
    return say('このボタンは使用できません。届いたお知らせのリンクから回答してください。')
  if (link.refusal) return say(`${linkRefusalText[link.refusal]}\n${becameOf[link.order.state]}`)
  if (link.order.version !== link.version) return say(refusalText('changed_meanwhile'))
  if (asked.get('do') === 'none') return blockers(token)
  const answer = answerIn(asked, link.version)
  if (!answer) return say('ボタンの内容を読み取れませんでした。届いたお知らせのリンクから回答してください。')
  const said = await answerByLink(parts, token, answer)
  if (!said) return say('このボタンは使用できません。')
  if (!said.ok) return say(sentenceOf(said.refusal, said.detail))
  const { order } = said.value.link
  const { next } = said.value
  const what = `${order.restaurant.name}・${formatDay(order.deliveryOn)}お届け`
  return say(
    [
      `回答しました：${what}`,
      becameOf[order.state],
      next && `箱詰めと出荷は、こちらから登録してください。\n${parts.site}/a/${answerToken(parts.encryption, next.id)}`,
    ]
      .filter(Boolean)
      .join('\n'),
  )
}

/** A refusal of the link, or of the order. */
const sentenceOf = (refusal: LinkRefusal | OrderingRefusal, detail: RefusalDetail | undefined) =>
  isLinkRefusal(refusal) ? linkRefusalText[refusal] : refusalText(refusal, detail)

const reasons = Object.keys(shortageReasons) as ShortageReason[]

/** Declining needs a reason, which is shown to the restaurant. */
function blockers(token: string): LineMessage {
  const items = reasons.map(
    (reason): QuickReply => ({
      type: 'action',
      action: {
        type: 'postback',
        label: shortageReasons[reason],
        data: `answer=${token}&do=why&why=${reason}`,
        displayText: `出荷できません：${shortageReasons[reason]}`,
      },
    }),
  )
  return {
    type: 'text',
    text: '出荷できない理由を選択してください。選択した理由は飲食店に通知されます。',
    quickReply: { items },
  }
}

/** The answer is to the version of the order in the message; later changes have their own message. */
function answerIn(asked: URLSearchParams, version: number): LinkAnswer | null {
  if (asked.get('do') === 'all') return { say: 'all', version }
  const reason = reasons.find((known) => known === asked.get('why'))
  return asked.get('do') === 'why' && reason ? { say: 'none', reason } : null
}
