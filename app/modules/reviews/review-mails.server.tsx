import type { StarCount } from '#kernel/review-words.ts'
import type { Side } from '#kernel/words.ts'
import { MailButton, MailFacts, MailFrame, MailQuote, MailText } from '#modules/outbox/mail-frame.server.tsx'
import type { OurPage } from '#modules/outbox/our-page.ts'

const starLine = (stars: StarCount) => `${'★'.repeat(stars)}${'☆'.repeat(5 - stars)}`

type ShownFacts = {
  side: Side
  other: string
  number: string
  own: boolean
  /** Staff may have hidden what the other side wrote. */
  bothWrote: boolean
  theirs: { stars: StarCount; words: string } | null
  address: OurPage
}

/** To both sides of an order, when their reviews of each other are shown. */
export const ReviewShownMail = ({ side, other, number, own, bothWrote, theirs, address }: ShownFacts) => (
  <MailFrame
    preview={theirs ? `${starLine(theirs.stars)} 「${theirs.words}」` : `伝票 ${number} の評価です。`}
    title={theirs ? `${other}の評価が届きました` : `${other}への評価を公開しました`}
  >
    <MailFacts
      facts={[['相手', other], ['伝票', number], ...(theirs ? ([['評価', starLine(theirs.stars)]] as const) : [])]}
    />
    {theirs && <MailQuote>{theirs.words}</MailQuote>}
    {!theirs && (
      <MailText>
        {bothWrote ? '相手の評価は、運営が見えなくしています。' : '相手は、期日までに書きませんでした。'}
        書いていただいた評価だけを公開します。
      </MailText>
    )}
    {own && <MailText>あなたの書いた評価も、いま公開されました。もう書き直せません。</MailText>}
    {side === 'farm' && theirs && <MailText>農園のページにのります。ひとこと返事を書けます。</MailText>}
    <MailButton href={address}>{side === 'farm' && theirs ? '返事を書く' : '評価を見る'}</MailButton>
  </MailFrame>
)

type ReplyFacts = { farm: string; reply: string; address: OurPage }

/** To the restaurant, when the farm has replied to its review. */
export const ReviewReplyMail = ({ farm, reply, address }: ReplyFacts) => (
  <MailFrame preview={`「${reply}」`} title={`${farm}から、評価に返事がありました`}>
    <MailQuote>{reply}</MailQuote>
    <MailButton href={address}>評価を見る</MailButton>
  </MailFrame>
)

type HiddenFacts = {
  number: string
  other: string
  isHidden: boolean
  isWriter: boolean
  reason: string
  address: OurPage
}

/** To both sides, when staff hide a review or restore it. */
export const ReviewHiddenMail = ({ number, other, isHidden, isWriter, reason, address }: HiddenFacts) => (
  <MailFrame
    preview={isHidden ? `理由：${reason}` : 'もう一度、公開されています。'}
    title={isHidden ? '評価を、公開からはずしました' : '評価を、もう一度公開しました'}
  >
    <MailText>
      {isWriter ? `${other}について書いていただいた評価` : `${other}からの評価`}
      {isHidden ? 'を、運営が見えなくしました。平均の点にも入りません。' : 'を、運営がもう一度見えるようにしました。'}
    </MailText>
    <MailFacts
      facts={[
        ['伝票', number],
        ['理由', reason],
      ]}
    />
    <MailText>納得できないときは、「お問い合わせ」から知らせてください。</MailText>
    <MailButton href={address}>評価を見る</MailButton>
  </MailFrame>
)

type WaitingFacts = { orders: readonly (readonly [string, string])[]; more: number; until: string; address: OurPage }

/** Once per order: three days after it became final, to a side that has not written. */
export const ReviewWaitsMail = ({ orders, more, until, address }: WaitingFacts) => (
  <MailFrame preview={`${until}まで書けます。`} title="注文はどうでしたか">
    <MailText>
      星とひとことで、30秒ほどです。両方が書くと、いっしょに公開されます。相手が書いたものは、それまで見えません。
    </MailText>
    <MailFacts facts={more > 0 ? [...orders, ['ほか', `${more}件`]] : orders} />
    <MailText>{until}まで書けます。書かなくても、取引に変わりはありません。</MailText>
    <MailButton href={address}>評価を書く</MailButton>
  </MailFrame>
)
