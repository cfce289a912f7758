import { formatDay } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { InquiryKind } from '#kernel/words.ts'
import { MailButton, MailFacts, MailFrame, MailQuote, MailText } from '#modules/outbox/mail-frame.server.tsx'
import type { OurPage } from '#modules/outbox/our-page.ts'
import { kindWord } from './inquiry.ts'

type About = { number: string; kind: InquiryKind; answerDueOn: JstDate }

/**
 * To the writer: it has arrived. The text is repeated only to members, whose address we know: otherwise anyone could
 * have us send text to a third party.
 */
export const InquiryReceivedMail = ({ about, body }: { about: About; body: string | null }) => (
  <MailFrame
    preview={`受付番号 ${about.number}。${formatDay(about.answerDueOn)}までにお返事します。`}
    title="お問い合わせを受けつけました"
  >
    <MailText>
      ありがとうございます。内容をたしかめて、{formatDay(about.answerDueOn)}までにこのアドレスへお返事します。
    </MailText>
    <MailFacts
      facts={[
        ['受付番号', about.number],
        ['お問い合わせの種類', kindWord[about.kind]],
      ]}
    />
    {body && <MailQuote>{body}</MailQuote>}
    <MailText>
      心あたりのないときは、このメールを捨ててください。お返事のほかに、こちらから送るものはありません。
    </MailText>
  </MailFrame>
)

/** To staff: who asks what, with a link to answer. */
export const InquiryArrivedMail = ({
  about,
  name,
  body,
  address,
}: {
  about: About
  name: string
  body: string
  address: OurPage
}) => (
  <MailFrame preview={`${name} さんから（${kindWord[about.kind]}）`} title="お問い合わせが届きました">
    <MailFacts
      facts={[
        ['受付番号', about.number],
        ['種類', kindWord[about.kind]],
        ['お名前', name],
        ['返事の期限', formatDay(about.answerDueOn)],
      ]}
    />
    <MailQuote>{body}</MailQuote>
    <MailButton href={address}>返事をする</MailButton>
  </MailFrame>
)

/** To the writer: the answer, with their question. */
export const InquiryAnsweredMail = ({
  number,
  answer,
  question,
}: {
  number: string
  answer: string
  question: string
}) => (
  <MailFrame preview={answer.slice(0, 80)} title={`お問い合わせ ${number} へのお返事`}>
    <MailText>
      {answer.split(/\r\n|\r|\n/).map((words, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and never move
        <span key={index}>
          {index > 0 && <br />}
          {words}
        </span>
      ))}
    </MailText>
    <MailText>お問い合わせの内容：</MailText>
    <MailQuote>{question}</MailQuote>
    <MailText>つづきのご用は、受付番号をそえてお問い合わせの画面からお知らせください。</MailText>
  </MailFrame>
)
