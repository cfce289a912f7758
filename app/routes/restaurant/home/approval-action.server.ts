import { approvePurchase, sendBackPurchase, withdrawPurchase } from '#modules/ordering/approve-purchase.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job } from '#web/jobs.server.ts'

/** An owner's decision about an order that waits for approval; or its withdrawal by the buyer. */
export const approvalJobs = {
  approve: job(approvePurchase, {
    done: ({ approved, lapsed }) => {
      const late = lapsed > 0 ? `締切を過ぎた${lapsed}件は、かごに戻しました。` : ''
      return redirectWithFlash(
        '/restaurant',
        `承認しました。${approved}農園に注文しました。締切までは、伝票の画面でキャンセルできます。${late}`,
      )
    },
  }),
  sendBack: job(sendBackPurchase, {
    done: () => redirectWithFlash('/restaurant', '差し戻しました。依頼者にメールで通知します。'),
    at: ({ refusal }) => (refusal === 'reason_missing' ? 'reason' : undefined),
  }),
  withdraw: job(withdrawPurchase, {
    done: () => redirectWithFlash('/restaurant', '取り下げました。商品はかごに戻りました。'),
  }),
}
