type Props = { qr: { size: number; path: string }; spelled: string; account: string }

/** The secret for an app: as a QR code drawn by the server, and as letters for typing. */
export const TotpSetup = ({ qr, spelled, account }: Props) => (
  <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-[auto_minmax(0,1fr)]">
    <svg
      viewBox={`0 0 ${qr.size} ${qr.size}`}
      role="img"
      aria-label="認証アプリで読み取るQRコード"
      shapeRendering="crispEdges"
      className="size-48 rounded-control border border-line bg-white"
    >
      <path d={qr.path} fill="#000" />
    </svg>
    <div className="grid gap-3">
      <ol className="grid list-decimal gap-1 ps-6">
        <li>スマートフォンで認証アプリ（Google Authenticator、Microsoft Authenticator など）を開きます。</li>
        <li>「追加」から、QRコードを読み取ります。</li>
        <li>アプリに表示された6桁の数字を、下の欄に入力します。</li>
      </ol>
      <details>
        <summary className="min-h-11 cursor-pointer content-center font-bold">QRコードを読み取れない場合</summary>
        <p>アプリの「セットアップキーを入力」に、次の文字を入力してください。空白の有無は問いません。</p>
        <dl className="mt-2 grid gap-1">
          <dt className="text-sub text-ink-2">アカウント</dt>
          <dd className="wrap-anywhere">{account}</dd>
          <dt className="text-sub text-ink-2">キー</dt>
          <dd className="num select-all whitespace-normal wrap-anywhere" data-totp-secret>
            {spelled}
          </dd>
        </dl>
      </details>
    </div>
  </div>
)
