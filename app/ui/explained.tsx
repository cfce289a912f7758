/** What the abbreviations on our screens stand for. */
export const meanings: Record<string, string> = {
  API: '外部のシステムと連携するための接続方式',
  CSV: '表計算ソフトで開けるファイル形式',
  HACCP: '食品の安全を工程ごとに管理する衛生管理の手法',
  HTTP: 'ウェブの通信方式。数字は応答の種類',
  JAS: '日本農林規格',
  JIS: '日本産業規格で定められた文字コード',
  JSON: 'システム間でデータを受け渡すためのファイル形式',
  JWS: '内容と署名者を確認できる電子署名の形式',
  PNG: '画面表示や通常の印刷に適した画像形式',
  SHA: '内容が1文字でも変わると別の値になる計算方式',
  SMS: '携帯電話番号宛てに届く短いメッセージ',
  SVG: '拡大しても粗くならない画像形式',
  UTF: '世界の文字を扱える文字コード',
}
const known = new RegExp(`(${Object.keys(meanings).join('|')})`)

type Props = {
  children: string
  /** Inside a button, a link or a label, which is focused in place of the abbreviation. */
  inControl?: boolean
}

/** A text whose abbreviations have their meaning in the tooltip (control-tips.ts). */
export const Explained = ({ children, inControl = false }: Props) => (
  // one part of the button, whose parts stand apart
  <span>
    {children.split(known).map((part, at) =>
      at % 2 === 0 ? (
        part
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text is the same for ever
        <abbr key={at} aria-description={meanings[part]} {...(!inControl && { tabIndex: 0 })}>
          {part}
        </abbr>
      ),
    )}
  </span>
)
