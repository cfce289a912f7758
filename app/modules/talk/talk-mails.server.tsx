import { MailButton, MailFrame, MailQuote, MailText } from '#modules/outbox/mail-frame.server.tsx'
import type { OurPage } from '#modules/outbox/our-page.ts'

type NewsFacts = { writer: string; words: string | null; address: OurPage }

/** To whoever has not read for some minutes what the other side wrote. */
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
