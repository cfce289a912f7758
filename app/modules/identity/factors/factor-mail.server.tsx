import { MailFacts, MailFrame, MailText } from '#modules/outbox/mail-frame.server.tsx'

type Props = { title: string; name: string; when: string; detail: string | null }

/** After the protection of an account was changed, so that a change by an intruder is noticed. */
export const FactorMail = ({ title, name, when, detail }: Props) => (
  <MailFrame preview={`${when} に変わりました。`} title={title}>
    <MailText>{name} さんのアカウントで、サインインのしかたが変わりました。</MailText>
    <MailFacts facts={[['変えた時刻', when], ...(detail ? [['対象', detail] as const] : [])]} />
    <MailText>ご自身で変えたときは、何もしなくてかまいません。</MailText>
    <MailText>
      心あたりのないときは、だれかが変えたおそれがあります。すぐにパスワードを変えて、ほかの端末をサインアウトし、お問い合わせください。
    </MailText>
  </MailFrame>
)
