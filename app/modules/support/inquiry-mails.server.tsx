import { z } from 'zod'
import { inquiryKinds } from '#kernel/enums.ts'
import { formatDay } from '#kernel/format.ts'
import { jstDate } from '#kernel/jst.ts'
import { notificationKind } from '#modules/notifications/notification-kind.ts'
import { ourPage } from '#modules/notifications/our-page.ts'
import { kindWord } from './inquiry.ts'

const about = z.object({
  number: z.string(),
  kind: z.enum(inquiryKinds),
  answerDueOn: z.iso.date().transform(jstDate),
})

const number = 'Q-2611-0042'
const sample = { number, kind: 'order', answerDueOn: jstDate('2026-11-25') } as const
const question = '今朝届いたトマトが3つ割れていました。\nどうすればよいですか。'

/**
 * To the writer: that it has arrived. What was written (`body`) is repeated only to members, whose address we know:
 * otherwise a visitor could have us send their words to a stranger.
 */
export const inquiryReceived = notificationKind('inquiry_received', {
  about: null,
  data: about.extend({ body: z.string().nullable() }),
  message: ({ number, kind, answerDueOn, body }) => ({
    title: `お問い合わせを受け付けました（${number}）`,
    heading: 'お問い合わせを受け付けました',
    summary: `受付番号 ${number}。${formatDay(answerDueOn)}までに回答します。`,
    parts: [
      {
        text: `ありがとうございます。内容を確認し、${formatDay(answerDueOn)}までにこのアドレス宛てに回答します。`,
      },
      {
        facts: [
          ['受付番号', number],
          ['お問い合わせの種類', kindWord[kind]],
        ],
      },
      body && { quote: body },
      { text: 'お心当たりがない場合は、このメールを破棄してください。回答以外のメールをお送りすることはありません。' },
    ],
  }),
  sample: { ...sample, body: question },
})

/** To staff: who asks what, with the way to the answer. */
export const inquiryArrived = notificationKind('inquiry_arrived', {
  about: null,
  data: about.extend({ id: z.string(), name: z.string(), body: z.string() }),
  message: ({ id, number, kind, answerDueOn, name, body }) => ({
    title: 'お問い合わせが届きました',
    subject: `お問い合わせ ${number}：${name}`,
    summary: `${name} さんから（${kindWord[kind]}）`,
    parts: [
      {
        facts: [
          ['受付番号', number],
          ['種類', kindWord[kind]],
          ['お名前', name],
          ['回答期限', formatDay(answerDueOn)],
        ],
      },
      { quote: body },
      { button: '回答する', to: ourPage(`/admin/inquiries/${id}`) },
    ],
  }),
  sample: { ...sample, id: '1', name: '森 亮介', body: question },
})

/** To the writer: the answer, with what they had asked. */
export const inquiryAnswered = notificationKind('inquiry_answered', {
  about: 'inquiry',
  data: z.object({ number: z.string(), answer: z.string(), question: z.string() }),
  message: ({ number, answer, question }) => ({
    title: `お問い合わせ ${number} への回答`,
    summary: answer.slice(0, 80),
    page: ourPage('/restaurant/Inquiry'),
    parts: [
      { text: answer },
      { text: 'お問い合わせ内容：' },
      { quote: question },
      { text: '追加のご用件は、受付番号を添えてお問い合わせの画面からご連絡ください。' },
    ],
  }),
  sample: { number, answer: '割れた分は、検収の画面で差し引けます。', question },
})

export const inquiryNotificationKinds = [inquiryReceived, inquiryArrived, inquiryAnswered] as const
