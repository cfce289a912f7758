import { expect, test } from 'vitest'
import { nameOf, readLock } from '../../scripts/packages.ts'
import { sbom } from '../../scripts/sbom.ts'

const bom = sbom()

test('the bill of materials is CycloneDX and carries our name', () => {
  expect(bom).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    metadata: { component: { name: 'une-to-sara' } },
  })
})

test('it has every package of the lock file, with address, licence and hash', () => {
  const wanted = [...readLock()].map(([path, { version }]) => `${nameOf(path)}@${version}`)
  expect(new Set(bom.components.map(({ name, version }) => `${name}@${version}`))).toEqual(new Set(wanted))
  for (const component of bom.components)
    expect(component).toMatchObject({
      purl: `pkg:npm/${component.name.replace('@', '%40')}@${component.version}`,
      licenses: [expect.anything()],
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    })
})
