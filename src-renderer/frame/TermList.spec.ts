// Proves docs/contract/window.md, Everywhere.

import { text } from '../i18n/i18n.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { h } from 'vue'
import glossary from '../../docs/glossary.md?raw'
import english from '../i18n/en.json'
import { speak } from '../i18n/languages.ts'
import { byRole, mountUi, settle } from '../ui/testing/mount-ui.ts'
import { useFrame } from './frame-store.ts'
import KeyList from './KeyList.vue'
import TermList from './TermList.vue'

const TERMS = Object.values(english.frame.terms.of).map(({ term }) => term)
/** The words that developers have explained, without the sentences about them. */
const explained = [...glossary.matchAll(/^- \*\*([^*]+)\*\*/gm)]
  .flatMap(([, terms = '']) => terms.split(', '))
  .map((term) => ` ${term.toLowerCase()} `)

afterEach(() => speak('en'))

const shownTerms = (): readonly string[] => [...document.querySelectorAll('dt')].map((term) => term.textContent)

describe('the words of the window', () => {
  it('are listed from A to Z, in either language', async () => {
    mountUi(() => h(TermList))
    useFrame().termsOpen = true
    await settle()
    expect(shownTerms()).toEqual([...shownTerms()].sort((one, two) => one.localeCompare(two, 'en')))
    expect(shownTerms()).toHaveLength(TERMS.length)
    expect(shownTerms()[0]).toBe('Agent')

    await speak('de')
    await settle()

    expect(shownTerms()[0]).toBe('Agent')
    expect(shownTerms()[1]).toBe('Anfrage')
  })

  it('are opened from the key list, in its place', async () => {
    mountUi(() => h('div', [h(KeyList), h(TermList)]))
    const frame = useFrame()
    frame.keysOpen = true
    await settle()

    byRole('button', text('frame.terms.title')).click()
    await settle()

    expect(frame.keysOpen).toBe(false)
    expect(shownTerms()).toContain('Delegation')
  })

  it.each(TERMS)('%s stands in the glossary of the project, too', (term) => {
    // "verifiable credential" explains a credential.
    expect(explained.some((words) => words.includes(` ${term.toLowerCase()} `))).toBe(true)
  })
})
