import { formatDayWithYear } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'
import { MailButton, MailFacts, MailFrame, MailText } from '#modules/outbox/mail-frame.server.tsx'
import type { OurPage } from '#modules/outbox/our-page.ts'

/** `name`: the name of the badge's rule; `address`: the page of the restaurant's badges. */
type About = { shop: string; name: string; address: OurPage }

/** To the owners of a restaurant: a badge is valid from now on. */
export const BadgeGrantedMail = ({ shop, name, until, address }: About & { until: JstDate }) => (
  <MailFrame preview={`「${name}」の産地バッジが使えます。`} title="産地バッジが使えます">
    <MailText>
      受け取った納品で、新しいバッジが証明できるようになりました。メニューや入口に貼れます。納品がつづくあいだ、有効な日はのびていきます。
    </MailText>
    <MailFacts
      facts={[
        ['店', shop],
        ['バッジ', name],
        ['いまのところ', `${formatDayWithYear(until)}まで`],
      ]}
    />
    <MailButton href={address}>バッジを見る</MailButton>
  </MailFrame>
)

/** To the owners again: what it says is no longer proven, so what is printed should be taken down. */
export const BadgeEndedMail = ({ shop, name, until, address }: About & { until: JstDate }) => (
  <MailFrame preview={`「${name}」の産地バッジは終わりました。`} title="産地バッジが終わりました">
    <MailText>
      直近の納品では、このバッジの内容を証明できなくなりました。QRの先のページにも、終わったことが出ています。印刷したものは、はずしてください。条件がまたそろうと、同じQRのまま有効に戻ります。
    </MailText>
    <MailFacts
      facts={[
        ['店', shop],
        ['バッジ', name],
        ['有効だった日', `${formatDayWithYear(until)}まで`],
      ]}
    />
    <MailButton href={address}>足りないものを見る</MailButton>
  </MailFrame>
)
