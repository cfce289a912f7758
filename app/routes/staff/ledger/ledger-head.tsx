import { TabLinks } from '#ui/tab-links.tsx'

const links = [
  { to: '/admin/ledger', label: '要対応' },
  { to: '/admin/ledger/trial-balance', label: '試算表' },
  { to: '/admin/ledger/balances', label: '売掛金・未払金' },
  { to: '/admin/ledger/agreement', label: '書類との照合' },
  { to: '/admin/ledger/close', label: '月次の締め' },
  { to: '/admin/ledger/sales', label: '取扱高' },
  { to: '/admin/ledger/books', label: '会計ソフト連携' },
]

export const LedgerHead = ({ title }: { title: string }) => (
  <>
    <h1 className="text-h2 font-bold wrap-anywhere">{title}</h1>
    <TabLinks label="帳簿" links={links} />
  </>
)
