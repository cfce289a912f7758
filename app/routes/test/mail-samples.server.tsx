import type { ReactElement } from 'react'
import { jstDate } from '#kernel/jst.ts'
import type { OrgStatus } from '#kernel/words.ts'
import { FarewellMail } from '#modules/admin/farewell-mail.server.tsx'
import { BadgeEndedMail, BadgeGrantedMail } from '#modules/badges/badge-mails.server.tsx'
import { WatchMail } from '#modules/catalog/tell-watchers.server.tsx'
import { AnnouncementMail } from '#modules/content/announcement-mails.server.tsx'
import { renderWords } from '#modules/content/render-page.server.ts'
import { FarmNextMail } from '#modules/fulfilment/by-link/link-mails.server.tsx'
import { OwnPriceMail, PriceChangeMail } from '#modules/goods/prices/price-mails.server.tsx'
import { GoodsReviewMail, type ReviewNews } from '#modules/goods/review/review-mails.server.tsx'
import {
  ChangeEmailMail,
  EmailChangedMail,
  EmailTakenMail,
  PasswordChangedMail,
  PersonFactorResetMail,
  ResetPasswordMail,
} from '#modules/identity/account-mails.server.tsx'
import { AdminInvitationMail, FactorResetMail } from '#modules/identity/admins/admin-mails.server.tsx'
import { ApiTokenMail } from '#modules/identity/api-token-mail.server.tsx'
import { FactorMail } from '#modules/identity/factors/factor-mail.server.tsx'
import { factorChangeTitles } from '#modules/identity/factors/tell-factor-change.server.ts'
import { BeforeMail, OrderedMail, StoppedMail } from '#modules/lists/standing-mails.server.tsx'
import {
  InquiryAnsweredMail,
  InquiryArrivedMail,
  InquiryReceivedMail,
} from '#modules/messaging/inquiry-mails.server.tsx'
import { AnswerDueMail, CartCutoffMail, VacationMail } from '#modules/messaging/reminders/reminder-mails.server.tsx'
import { ApprovedMail, AskedMail, BackMail } from '#modules/ordering/approval-mails.server.tsx'
import { ClaimNewsMail } from '#modules/ordering/claims/claim-mails.server.tsx'
import { OrderDigestMail } from '#modules/ordering/order-digest.server.tsx'
import { OrderNewsMail } from '#modules/ordering/order-news.server.tsx'
import { QuestionMail } from '#modules/ordering/proposal-mails.server.tsx'
import {
  mailOfMove,
  PermitExpiryMail,
  PersonLiftedMail,
  PersonSuspendedMail,
  StaffMessageMail,
} from '#modules/organisations/approval/application-mails.server.tsx'
import {
  GoodsLapsedMail,
  GoodsLiftedMail,
  PaperArrivedMail,
} from '#modules/organisations/documents/lapsed-mails.server.tsx'
import {
  InvitationMail,
  MemberJoinedMail,
  MemberRemovedMail,
} from '#modules/organisations/members/member-mails.server.tsx'
import { LegalFactsMail } from '#modules/organisations/restaurant/restaurant-mails.server.tsx'
import {
  AlreadyRegisteredMail,
  ApplicationArrivedMail,
  ApplicationReceivedMail,
  VerifyEmailMail,
} from '#modules/organisations/sign-up/sign-up-mails.server.tsx'
import type { MailTemplate } from '#modules/outbox/mail-templates.ts'
import { NoticeDigestMail } from '#modules/outbox/notices/digest-mails.server.tsx'
import { ourPage } from '#modules/outbox/our-page.ts'
import { WebhookStoppedMail } from '#modules/outbox/webhooks/webhook-mails.server.tsx'
import { RecallBehalfMail, RecallNewsMail } from '#modules/provenance/recalls/recall-mails.server.tsx'
import { AnsweredMail, ClosedMail, RequestedMail } from '#modules/requests/request-mails.server.tsx'
import {
  ReviewHiddenMail,
  ReviewReplyMail,
  ReviewShownMail,
  ReviewWaitsMail,
} from '#modules/reviews/review-mails.server.tsx'
import { TalkNewsMail } from '#modules/talk/talk-mails.server.tsx'

const name = '森 亮介'
const shop = 'ビストロ灯'
const when = '11月24日（火）10:00'
const reason = '営業許可証の写真がぼけています。\n明るいところで、もう一度撮ってください。'
const about = { number: 'Q-2611-0042', kind: 'order', answerDueOn: jstDate('2026-11-25') } as const
const question = '今朝届いたトマトが3つ割れていました。\nどうすればよいですか。'

/** Every mail with believable data, so that it can be read before it is first sent. */
export function mailSamples(): Record<MailTemplate, ReactElement> {
  const link = ourPage('/auth/MngAccount?mode=verifyEmail&oobCode=…')
  const place = { side: 'restaurant', name: shop } as const
  const moved = (from: OrgStatus, to: OrgStatus): ReactElement => {
    const mail = mailOfMove(from, to, place, reason)
    if (!mail) throw new Error(`nobody is told that ${from} became ${to}`)
    return mail.body
  }
  const factor = (kind: keyof typeof factorChangeTitles, detail: string | null = null) => (
    <FactorMail title={factorChangeTitles[kind]} name={name} when={when} detail={detail} />
  )
  const reviewed = (news: ReviewNews, reason = '') => (
    <GoodsReviewMail news={news} name="祝ほうれん草" reason={reason} address={ourPage('/farmer/products/List')} />
  )
  const requestFacts = [['さがしているもの', 'ズッキーニの花 20本']] as const
  return {
    verify_email: <VerifyEmailMail link={link} />,
    already_registered: <AlreadyRegisteredMail />,
    application_received: <ApplicationReceivedMail name={shop} side="restaurant" again={false} />,
    application_arrived: <ApplicationArrivedMail name={shop} side="restaurant" representative={name} again={false} />,
    organisation_approved: moved('submitted', 'approved'),
    organisation_returned: moved('submitted', 'returned'),
    organisation_rejected: moved('submitted', 'rejected'),
    organisation_suspended: moved('approved', 'suspended'),
    organisation_lifted: moved('suspended', 'approved'),
    organisation_closed: moved('approved', 'closed'),
    organisation_message: <StaffMessageMail name={shop} text="年末の出荷は28日までです。" />,
    legal_facts_changed: (
      <LegalFactsMail name={shop} changes={{ representative: [name, '森 花'] }} address={ourPage('/admin/users')} />
    ),
    goods_lapsed: <GoodsLapsedMail name="佐藤農園" goods="漬物" papers="営業許可証（2026年11月20日まで）" />,
    goods_lifted: <GoodsLiftedMail name="佐藤農園" goods="漬物" />,
    farm_paper_arrived: <PaperArrivedMail name="佐藤農園" address={ourPage('/admin/users')} lapsed="漬物" />,
    goods_confirmed: reviewed('confirmed'),
    goods_returned: reviewed('returned', '箱の写真に、ほかの農園の名前が写っています。'),
    goods_held: reviewed('held', '産地のご説明を待っています。'),
    goods_released: reviewed('released'),
    price_change: (
      <PriceChangeMail
        farm="佐藤農園"
        name="にんじん"
        packLabel="5kg箱"
        change="¥1,800 → ¥1,950（12月1日のお届けから）"
        note="燃料が上がったためです。"
        address={ourPage('/restaurant/products')}
      />
    ),
    own_price: (
      <OwnPriceMail
        farm="佐藤農園"
        restaurant="ビストロ 灯"
        what="にんじん（5kg箱）"
        price="¥1,600/箱（ふつうは¥1,800）"
        period="12月1日(火)〜12月31日(木)"
        address={ourPage('/restaurant/products')}
      />
    ),
    watch: (
      <WatchMail
        news={[
          { what: '祝ほうれん草（佐藤農園）', to: ourPage('/restaurant/products'), said: '入荷しました' },
          { what: '佐藤農園', to: ourPage('/restaurant/farmers'), said: '新しい品が2点出ました' },
        ]}
      />
    ),
    permit_ends: (
      <PermitExpiryMail
        name={shop}
        address={ourPage('/restaurant/Account#licence')}
        document="営業許可証"
        until="2026年12月24日"
        days={30}
      />
    ),
    member_invitation: (
      <InvitationMail
        organisation={shop}
        inviter={name}
        authority="スタッフ・一度に30,000円まで"
        address={link}
        until={when}
      />
    ),
    member_joined: (
      <MemberJoinedMail
        organisation={shop}
        name="小川 葵"
        authority="スタッフ・注文の上限なし"
        address={ourPage('/restaurant/members')}
      />
    ),
    member_removed: <MemberRemovedMail organisation={shop} name="小川 葵" />,
    reset_password: <ResetPasswordMail name={name} address={link} forced={false} />,
    password_changed: <PasswordChangedMail name={name} when={when} help={ourPage('/auth/forgotPassword')} />,
    change_email: <ChangeEmailMail name={name} address={link} />,
    email_taken: <EmailTakenMail help={ourPage('/auth/forgotPassword')} />,
    email_changed: <EmailChangedMail name={name} when={when} to="mori@example.jp" address={link} />,
    second_factor_on: factor('second_factor_on'),
    second_factor_off: factor('second_factor_off'),
    backup_codes_renewed: factor('backup_codes_renewed'),
    passkey_added: factor('passkey_added', '厨房のタブレット'),
    passkey_removed: factor('passkey_removed', '厨房のタブレット'),
    way_in_added: factor('way_in_added', '090-1234-5678'),
    way_in_removed: factor('way_in_removed', '090-1234-5678'),
    person_factor_reset: <PersonFactorResetMail name={name} />,
    person_suspended: <PersonSuspendedMail name={name} reason="ご本人から、端末をなくしたと連絡がありました。" />,
    person_lifted: <PersonLiftedMail name={name} />,
    api_token_made: <ApiTokenMail name="会計ソフト" until="2027年2月22日" address={ourPage('/profile/tokens')} />,
    farewell: <FarewellMail name={name} places={[shop]} />,
    approval_asked: <AskedMail name="小川 葵" number="26-1124-0042" total="48,600円" until={when} />,
    approval_given: <ApprovedMail by={name} number="26-1124-0042" address={ourPage('/restaurant/order/History')} />,
    approval_back: <BackMail by={name} number="26-1124-0042" reason="トマトは1箱でたります。" />,
    order_question: (
      <QuestionMail
        farm="佐藤農園"
        number="261124-00042-1"
        until={when}
        lines={[['大玉トマト', '6 → 4箱（20:00まで聞く。返事がなければ、その品をやめる）']]}
        address={ourPage('/restaurant/order/History')}
      />
    ),
    order_news: (
      <OrderNewsMail
        news="expire"
        farm="佐藤農園"
        number="261124-00042-1"
        delivery="11月26日(木)"
        fee={null}
        reason={null}
        address={ourPage('/restaurant/order/History')}
      />
    ),
    farm_orders: (
      <OrderDigestMail
        orders={[
          {
            title: '神楽坂 森・11月26日(木)お届け',
            said: '新しい注文。きょう14:00までに答えてください',
            number: '261124-00042-1',
            waits: true,
            answer: ourPage('/a/…'),
          },
          {
            title: '灯・11月26日(木)お届け',
            said: '注文の数がへりました',
            number: '261124-00031-2',
            waits: false,
          },
        ]}
        address={ourPage('/farmer/orders')}
      />
    ),
    farm_next: (
      <FarmNextMail
        restaurant="ビストロ 灯"
        delivery="11月26日(木)"
        ship="11月25日(水)"
        number="261124-00042-1"
        lines={[['大玉トマト 桃太郎', '2箱']]}
        address={ourPage('/a/…')}
      />
    ),
    answer_due: (
      <AnswerDueMail
        restaurant="ビストロ 灯"
        delivery="11月26日(木)"
        until="11/24 14:00"
        number="261124-00042-1"
        answer={ourPage('/a/…')}
        address={ourPage('/farmer/orders')}
      />
    ),
    talk_news: (
      <TalkNewsMail
        writer="佐藤農園"
        words="あしたの大玉トマトは、いつもより少し小さめです。よろしいですか。"
        address={ourPage('/restaurant/Chat')}
      />
    ),
    review_shown: (
      <ReviewShownMail
        side="farm"
        other="ビストロ 灯"
        number="261120-00012"
        own
        bothWrote
        theirs={{ stars: 5, words: '火を入れても酸が残る。ソースの塩が減りました。' }}
        address={ourPage('/farmer/reviews')}
      />
    ),
    review_replied: (
      <ReviewReplyMail
        farm="佐藤農園"
        reply="ありがとうございます。またお送りします。"
        address={ourPage('/restaurant/reviews')}
      />
    ),
    review_hidden: (
      <ReviewHiddenMail
        number="261120-00012"
        other="佐藤農園"
        isHidden
        isWriter
        reason="電話番号が書かれていたため。"
        address={ourPage('/restaurant/reviews')}
      />
    ),
    review_waits: (
      <ReviewWaitsMail
        orders={[['佐藤農園', '11月20日(金)のお届け（261118-00012）']]}
        more={2}
        until="12月4日(金)"
        address={ourPage('/restaurant/reviews')}
      />
    ),
    cart_cutoff: (
      <CartCutoffMail
        farm="佐藤農園"
        delivery="11月26日(木)"
        until="11/24 12:00"
        lines={[['大玉トマト 桃太郎', '2箱']]}
        address={ourPage('/restaurant/cart')}
      />
    ),
    vacation_begins: (
      <VacationMail
        farm="佐藤農園"
        days="12月30日(水)〜1月4日(月)"
        open={1}
        forFarm={true}
        address={ourPage('/farmer/Vacation')}
      />
    ),
    webhook_stopped: <WebhookStoppedMail host="hook.example.jp" days={5} address={ourPage('/profile/webhooks')} />,
    badge_granted: (
      <BadgeGrantedMail
        shop="ビストロ 灯"
        name="農園から直接仕入れ"
        until={jstDate('2027-01-20')}
        address={ourPage('/restaurant/bagge')}
      />
    ),
    badge_ended: (
      <BadgeEndedMail
        shop="ビストロ 灯"
        name="有機JASの割合"
        until={jstDate('2026-11-23')}
        address={ourPage('/restaurant/bagge')}
      />
    ),
    notice_digest: (
      <NoticeDigestMail
        day="11月25日(水)"
        notices={[
          {
            title: '佐藤農園「にんじん」の値段が変わります',
            body: '¥1,800 → ¥1,950（12月1日のお届けから）',
            createdAt: new Date('2026-11-24T03:00:00Z'),
          },
          { title: '祝ほうれん草（佐藤農園）：入荷しました', body: '', createdAt: new Date('2026-11-24T05:10:00Z') },
        ]}
        address={ourPage('/notices')}
      />
    ),
    restaurant_orders: (
      <OrderDigestMail
        orders={[
          {
            title: '佐藤農園・11月26日(木)お届け',
            said: '受注が確定しました',
            number: '261124-00042-1',
            waits: false,
          },
        ]}
        address={ourPage('/restaurant/order/History')}
      />
    ),
    request_asked: (
      <RequestedMail
        changed={false}
        facts={requestFacts}
        note="花の中に詰めものをします"
        address={ourPage('/farmer/requests')}
      />
    ),
    request_answered: (
      <AnsweredMail
        farm="佐藤農園"
        facts={requestFacts}
        words="朝5時に摘みます"
        address={ourPage('/restaurant/requests')}
      />
    ),
    request_closed: (
      <ClosedMail what="ズッキーニの花 20本" ending="taken_by_other" reason="" address={ourPage('/farmer/requests')} />
    ),
    standing_before: (
      <BeforeMail
        delivery="11月27日(金)"
        orderAt="11/25 21:00"
        total="18,420円"
        lines={[
          ['大玉トマト 桃太郎（佐藤農園）', '2箱'],
          ['小松菜（ひだまり農場）', '6束（残りが少なく、8から）'],
        ]}
        missing={[['空心菜', '旬ではありません']]}
      />
    ),
    standing_ordered: (
      <OrderedMail
        outcome="ordered"
        delivery="11月27日(金)"
        number="261125-00042"
        total="18,420円"
        lines={[['大玉トマト 桃太郎（佐藤農園）', '2箱']]}
        missing={[['空心菜', '旬ではありません']]}
        address={ourPage('/restaurant/standing')}
      />
    ),
    standing_stopped: <StoppedMail list="金曜の定番" />,
    claim_news: (
      <ClaimNewsMail
        news="open"
        to="farm"
        number="261124-00042-1-C1"
        farm="佐藤農園"
        restaurant="ビストロ 灯"
        line="大玉トマト"
        reason="傷み・破損"
        amount="¥3,600"
        remedy={null}
        until={when}
        words="3箱のうち1箱が、底のほうでつぶれていました。"
      />
    ),
    recall_behalf: (
      <RecallBehalfMail
        reason="金属の破片が入っているおそれがあります。"
        behalf="農園から電話で頼まれました。"
        restaurants={3}
        lots={['人参（ロット261122）']}
        page={ourPage('/farmer/recalls/0193c0de-0000-7000-8000-000000000001')}
      />
    ),
    recall_news: (
      <RecallNewsMail
        news="begun"
        farm="佐藤農園"
        phone="0479-00-0000"
        goods={['人参（ロット261122）2箱、11月24日(火)着']}
        words="金属の破片が入っているおそれがあります。"
        handling="使わずに、分けておいてください"
        page={ourPage('/restaurant/recalls/0193c0de-0000-7000-8000-000000000001')}
      />
    ),
    inquiry_received: <InquiryReceivedMail about={about} body={question} />,
    inquiry_arrived: (
      <InquiryArrivedMail about={about} name={name} body={question} address={ourPage('/admin/inquiries')} />
    ),
    inquiry_answered: (
      <InquiryAnsweredMail number={about.number} answer="割れた分は、検収の画面で差し引けます。" question={question} />
    ),
    announcement: (
      <AnnouncementMail
        title="年末年始のお休み"
        html={renderWords('**12月29日**から**1月3日**まで休みます。[くわしく](/restaurant/Guide)')}
      />
    ),
    'admin-invitation': <AdminInvitationMail name={name} address={link} />,
    'factor-reset': <FactorResetMail name={name} address={link} confirmedBy="田中 恵" />,
  }
}
