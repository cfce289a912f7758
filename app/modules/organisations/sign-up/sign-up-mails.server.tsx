import type { Side } from '#kernel/words.ts'
import { MailButton, MailFacts, MailFrame, MailText } from '#modules/outbox/mail-frame.server.tsx'
import { type OurPage, ourPage } from '#modules/outbox/our-page.ts'
import { sideWord } from '../org-ref.ts'
import { placeWord } from './profile-words.ts'

/** To the person who signs up: the link that proves the address. */
export const VerifyEmailMail = ({ link }: { link: OurPage }) => (
  <MailFrame preview="下のボタンを押すと、登録の申しこみが届きます。" title="メールアドレスの確認をお願いします">
    <MailText>
      「畝と皿」に登録の申しこみをいただき、ありがとうございます。下のボタンを押して、開いた画面で「確認する」を押してください。それで申しこみが届きます。
    </MailText>
    <MailButton href={link}>メールアドレスを確認する</MailButton>
    <MailText>このボタンは24時間使えます。過ぎたときは、サインインすると、もう一度送れます。</MailText>
    <MailText>
      心あたりのないときは、ボタンの先の画面で「心あたりがない」を押してください。登録は消えます。そのままにしておいても、7日で消えます。
    </MailText>
  </MailFrame>
)

/** To the owner of an existing account: someone, maybe they themselves, tried to sign up with their address. */
export const AlreadyRegisteredMail = () => (
  <MailFrame preview="このアドレスは、もう登録されています。" title="すでに登録があります">
    <MailText>
      「畝と皿」に、このメールアドレスで登録の申しこみがありました。このアドレスはもう登録されているので、新しい登録はつくっていません。サインインしてお使いください。
    </MailText>
    <MailButton href={ourPage('/auth/signIn')}>サインインする</MailButton>
    <MailText>
      パスワードをお忘れのときは、{ourPage('/auth/forgotPassword')}
      で決めなおせます。メールアドレスの確認がまだの方は、サインインすると、確認のメールをもう一度送れます。
    </MailText>
    <MailText>心あたりのないときは、何もしなくてかまいません。登録の内容は変わっていません。</MailText>
  </MailFrame>
)

/** To the applicant: the application was received, and what comes next. */
export const ApplicationReceivedMail = ({ name, side, again }: { name: string; side: Side; again: boolean }) => (
  <MailFrame
    preview="書類と内容を確認して、結果をメールでお知らせします。"
    title={again ? '登録の内容を受けとりました' : '登録の申しこみを受けつけました'}
  >
    <MailText>
      {name} さま、{again ? '直した内容を受けとりました。' : '申しこみを受けつけました。'}
      担当者が内容と書類を確認し、結果をメールでお知らせします。
    </MailText>
    <MailText>
      {side === 'restaurant'
        ? '承認までのあいだも、旬の食材と農園はご覧いただけます。営業許可証をまだ送っていないときは、下の画面から送れます。'
        : '書類がいる品を売るときは、下の画面から送れます。あとからでもかまいません。'}
    </MailText>
    <MailButton href={ourPage('/auth/signup/completed')}>いまの状況を見る</MailButton>
  </MailFrame>
)

/** To staff: who has applied. */
export const ApplicationArrivedMail = ({
  name,
  side,
  representative,
  again,
}: {
  name: string
  side: Side
  representative: string
  again: boolean
}) => (
  <MailFrame
    preview={`${sideWord[side]}：${name}`}
    title={again ? '登録の内容が直されました' : '登録の申しこみが届きました'}
  >
    <MailFacts
      facts={[
        ['種類', sideWord[side]],
        [`${placeWord[side]}の名前`, name],
        ['代表者', representative],
      ]}
    />
    <MailButton href={ourPage('/admin/users')}>確認する</MailButton>
  </MailFrame>
)
