import { MailButton, MailFrame, MailQuote, MailText } from '#modules/outbox/mail-frame.server.tsx'
import type { OurPage } from '#modules/outbox/our-page.ts'

type NewsFacts = { writer: string; words: string | null; address: OurPage }

/** To members who have not read the other side's message for some minutes. */
export const TalkNewsMail = ({ writer, words, address }: NewsFacts) => (
  <MailFrame
    preview={words ? `「${words}」` : '写真か品が届いています。'}
    title={`${writer}から、メッセージが届いています`}
  >
    {words ? <MailQuote>{words}</MailQuote> : <MailText>写真か品が届いています。</MailText>}
    <MailText>このメールに返信しても相手には届きません。チャットから返事をしてください。</MailText>
    <MailButton href={address}>チャットをひらく</MailButton>
  </MailFrame>
)
