import { Bell, CircleAlert, Heart, MapPin, Truck } from 'lucide-react'
import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { serverIcon } from '../../app/ui/server-icon.ts'

type Properties = Record<string, unknown>
const properties: Properties[] = [
  {},
  { 'aria-hidden': 'true' },
  { 'aria-hidden': 'true', size: 20, className: 'shrink-0 text-pine' },
  { 'aria-label': '到着', size: '1.5em', strokeWidth: 3 },
  { 'aria-hidden': 'true', fill: 'currentColor', 'data-kind': 'own' },
  { style: { color: 'red' }, width: 12 },
]

test.each([
  ['Bell', Bell],
  ['CircleAlert', CircleAlert],
  ['Heart', Heart],
  ['MapPin', MapPin],
  ['Truck', Truck],
])('%s of the server is, byte for byte, that of Lucide, the first time and again', (_, icon) => {
  const onServer = serverIcon(icon)
  for (const props of [...properties, ...properties]) {
    const plain = renderToStaticMarkup(createElement(icon as ComponentType<Properties>, props))
    expect(renderToStaticMarkup(createElement(onServer, props))).toBe(plain)
  }
})
