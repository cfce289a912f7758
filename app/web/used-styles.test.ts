import { expect, test } from 'vitest'
import { parseSheet, stylesUsedOf } from './used-styles.server.ts'

const used = (css: string, html: string) => stylesUsedOf([parseSheet(css)])(html)

test('a rule stays if one of its selectors can match, with the classes of the page', () => {
  const css = 'body{margin:0}.a{top:0}.b{top:1px}.a .b,.c{top:2px}.a.c>p{top:3px}.a:hover{top:4px}'
  expect(used(css, '<p class="a"></p>')).toBe('body{margin:0}.a{top:0}.a:hover{top:4px}')
  expect(used(css, '<p class="x a"></p><i class="b"></i>')).toBe(
    'body{margin:0}.a{top:0}.b{top:1px}.a .b,.c{top:2px}.a:hover{top:4px}',
  )
})

test('names are read as they are written: escaped in the sheet, and in the page', () => {
  const css = String.raw`.lg\:flex{top:0}.w-1\/2{top:1px}.\32 xl{top:2px}.\[\&\>p\]\:x>p{top:3px}.min-\[75rem\]\:y,.no{top:4px}`
  expect(used(css, '<p class="lg:flex w-1/2 2xl [&amp;&gt;p]:x min-[75rem]:y"></p>')).toBe(css)
  expect(used(css, '<p class="lg"></p>')).toBe('')
})

test('classes in brackets are not needed, and brackets in strings are no brackets', () => {
  const css = '.a:not(.b,.c){top:0}:is(.b,p){top:1px}[title="a,b}.c"]{top:2px}.a:before{content:"}.x{"}'
  expect(used(css, '<p class="a"></p>')).toBe(css)
})

test('layers keep their place, empty ones too; groups with no rule left go', () => {
  const css =
    '@layer base{.x{top:0}}@layer kit{.a{top:1px}@media (width>=9rem){.b{top:2px}.a{top:3px}}@supports (top:0){.x{top:4px}}}'
  expect(used(css, '<p class="a"></p>')).toBe('@layer base{}@layer kit{.a{top:1px}@media (width>=9rem){.a{top:3px}}}')
})

test('what has a name stays if a rule names it; what is for paper comes later', () => {
  const css =
    '@layer z,y;@page{margin:0}.a{animation:turn 1s}.b{animation:drop 1s}@media print{.a{top:0}}@keyframes turn{to{top:1px}}@keyframes drop{to{top:2px}}@property --t{syntax:"*"}'
  expect(used(css, '<p class="a"></p>')).toBe('@layer z,y;.a{animation:turn 1s}@keyframes turn{to{top:1px}}')
})

test('pages with the same classes have the same styles, with others their own, in whatever order they come', () => {
  const [one, other] = [stylesUsedOf([parseSheet('.a{top:0}.b{top:1px}')]), stylesUsedOf([parseSheet('.b{top:2px}')])]
  for (const round of [1, 2]) {
    expect(one(`<p class="a">${round}</p>`)).toBe('.a{top:0}')
    expect(one('<p class="b"></p><i class="a b"></i>')).toBe('.a{top:0}.b{top:1px}')
    expect(other('<i class="a b"></i>')).toBe('.b{top:2px}')
    expect(other('<p class="never-seen-before a"></p>')).toBe('')
  }
})
