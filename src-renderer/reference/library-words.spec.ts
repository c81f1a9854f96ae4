// Proves docs/contract/window.md, API reference, Languages.

import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import english from '../i18n/en.json'
import german from '../i18n/de.json'
import { i18n } from '../i18n/i18n.ts'
import { LIBRARY_WORDS, translateLibrary } from './library-words.ts'

/** Of parts that are never shown here: signing in, sending, trouble with a document that is not ours, a rival editor. */
const NEVER_SHOWN =
  /^\(\$|authoriz|basic auth|client credentials|openid|oauth|password|username|scopes|token url|flow:|schemes|application:|filter by|curl|unrecognized|could not render|failed to|no api definition|please correct|^error|skip to|unknown security|supported|these|the root|base uri|retrieval uri|json ?schema|\$defs|example values are not|no example|overview|dependencies|^xml|webhooks|^oas$|^accept|^field|^in:|^name:|^operation `|^add$|^warning$|browser/i

/** Every text that the library writes between two tags, read from its own code. */
function wordsOfTheLibrary(): readonly string[] {
  const code = readFileSync('node_modules/swagger-ui-dist/swagger-ui-es-bundle-core.js', 'utf8')
  const between = code.matchAll(/createElement\([^()]{0,120}?,"([A-Z(][^"\\]{1,60})"/g)
  return [...new Set([...between].map(([, word = '']) => word.trim()))]
}

beforeEach(() => {
  i18n.global.setLocaleMessage('en', english)
  i18n.global.setLocaleMessage('de', german)
  i18n.global.locale.value = 'de'
  document.body.innerHTML = '<main></main>'
})
afterEach(() => void (i18n.global.locale.value = 'en'))

const page = (): HTMLElement => document.body.querySelector('main') as HTMLElement

describe('words of the library', () => {
  it('lack none that the library says by now', () => {
    const words = wordsOfTheLibrary()
    expect(words.length).toBeGreaterThan(80)

    expect(words.filter((word) => !Object.hasOwn(LIBRARY_WORDS, word) && !NEVER_SHOWN.test(word))).toEqual([])
  })

  it('say in English what the library says, and are all of the messages', () => {
    const said = Object.entries(LIBRARY_WORDS).map(([word, key]) => [key, word])

    expect({ ...Object.fromEntries(said), noOperations: english.reference.library.noOperations }).toEqual(
      english.reference.library,
    )
  })

  it('are said in the language of the page, in what comes later too, and follow it', async () => {
    translateLibrary(page())
    page().innerHTML = '<h4>Parameters</h4><button aria-label="Copy to clipboard">Try it out </button>'
    const [heading, button] = [page().querySelector('h4'), page().querySelector('button')]
    await vi.waitFor(() => expect(page().textContent).toBe('ParameterAusprobieren '))
    expect(button?.getAttribute('aria-label')).toBe('In die Zwischenablage kopieren')

    // The library writes into the node it made.
    const node = heading?.firstChild as Text
    node.data = 'No parameters'
    await vi.waitFor(() => expect(node.data).toBe('Keine Parameter'))
    i18n.global.locale.value = 'en'
    await nextTick()

    expect(page().textContent).toBe('No parametersTry it out ')
  })

  it('are not looked for in code, in descriptions and in names of the interface', async () => {
    translateLibrary(page())
    page().innerHTML =
      '<pre>Code</pre><p class="markdown">Schema</p><b class="json-schema-2020-12__title">Items</b><i>Code</i>'

    await vi.waitFor(() => expect(page().textContent).toBe('CodeSchemaItemsStatus'))
  })
})
