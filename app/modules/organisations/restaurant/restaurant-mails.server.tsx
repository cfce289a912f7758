import { MailButton, MailFacts, MailFrame, MailText } from '#modules/outbox/mail-frame.server.tsx'
import type { OurPage } from '#modules/outbox/our-page.ts'
import type { Changes } from '../sign-up/profile.ts'
import { fieldWord } from './restaurant-words.ts'

/** To staff: an approved restaurant now states something else than what was checked. */
export const LegalFactsMail = ({ name, changes, address }: { name: string; changes: Changes; address: OurPage }) => (
  <MailFrame preview={`${name}：届け出の内容が変わりました。`} title="届け出の内容が変わりました">
    <MailText>承認済みの {name} が、確認した内容を変えました。許可証と合っているかを見てください。</MailText>
    <MailFacts
      facts={Object.entries(changes).map(([field, [was, is]]): [string, string] => [
        fieldWord(field),
        `${was || '（なし）'} → ${is || '（なし）'}`,
      ])}
    />
    <MailButton href={address}>会員の画面をひらく</MailButton>
  </MailFrame>
)
