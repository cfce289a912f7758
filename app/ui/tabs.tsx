import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs'
import { useHydrated } from './browser-state.ts'
import { ReactAria } from './react-aria.tsx'
import '#styles/kit/tabs.css'

type Props = {
  label: string
  tabs: readonly { id: string; label: string; panel: ReactNode }[]
}

/** Parts of one page of which one is visible. Without script they are one below the other, each under its name. */
export function Tabs({ label, tabs }: Props) {
  const hydrated = useHydrated()
  if (!hydrated)
    return tabs.map((tab) => (
      <section key={tab.id} className="tab-panel">
        <h3 className="tab-name">{tab.label}</h3>
        {tab.panel}
      </section>
    ))
  return (
    <ReactAria>
      <AriaTabs>
        <TabList aria-label={label} items={tabs} className="tab-row">
          {(tab) => <Tab className="tab">{tab.label}</Tab>}
        </TabList>
        {tabs.map((tab) => (
          <TabPanel key={tab.id} id={tab.id} className="tab-panel">
            {tab.panel}
          </TabPanel>
        ))}
      </AriaTabs>
    </ReactAria>
  )
}
