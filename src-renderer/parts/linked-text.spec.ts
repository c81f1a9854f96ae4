// Proves docs/contract/window.md, Items.

import { describe, expect, it } from 'vitest'
import { linkedParts, mailAddress, webAddress } from './linked-text.ts'

describe('linkedParts', () => {
  it.each(['a'.repeat(400_000), `http://${'.'.repeat(400_000)}a`, `${'a.'.repeat(200_000)}@`])(
    'looks through a long text once, of which no part is an address or all of it: %.12s',
    (text) => {
      expect(
        linkedParts(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    },
  )
})

describe('webAddress', () => {
  it.each([
    ['https://example.org/a?b#c', 'https://example.org/a?b#c'],
    ['HTTP://Example.org', 'http://example.org/'],
    [' www.example.org/way ', 'https://www.example.org/way'],
    ['example.org:8080/x', 'https://example.org:8080/x'],
    ['http://localhost:3000', 'http://localhost:3000/'],
    ['https://еxample.org/', 'https://xn--xample-2of.org/'],
  ])('leads from %j to %j', (text, href) => {
    expect(webAddress(text)).toBe(href)
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//example.org',
    'java\nscript:alert(1)',
    'java.script:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://example.org',
    'vaultbench://request',
    'mailto:a@example.org',
    '//example.org/share',
    '\\\\server\\share',
    'https://bank.example@evil.example/',
    'https://user:word@example.org/',
    'https://example.org/a b',
    'foo',
    'https://',
    '',
  ])('leads nowhere from %j', (text) => {
    expect(webAddress(text)).toBeUndefined()
  })
})

describe('mailAddress', () => {
  it('is that of one person, without parameters', () => {
    expect(mailAddress(' ada@example.org ')).toBe('mailto:ada@example.org')
    for (const text of ['not-mail', 'a@b', 'a@b.org?cc=c@d.org', 'a@b.org,c@d.org', 'a%40@b.org', 'A <a@b.org>', '']) {
      expect(mailAddress(text), text).toBeUndefined()
    }
  })
})

describe('linkedParts', () => {
  it('finds addresses in a text and leaves the end of the sentence outside', () => {
    expect(linkedParts('See https://example.org/a (or write to ada@example.org).')).toEqual([
      { text: 'See ' },
      { text: 'https://example.org/a', href: 'https://example.org/a' },
      { text: ' (or write to ' },
      { text: 'ada@example.org', href: 'mailto:ada@example.org' },
      { text: ').' },
    ])
  })

  it('keeps all of a text, whatever it finds', () => {
    for (const text of ['', 'a@b', 'https://x@y.org and https://', 'javascript:alert(1)', 'a.b@c.org, x']) {
      expect(
        linkedParts(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    }
    expect(linkedParts('https://x@y.org').some(({ href }) => href?.startsWith('http'))).toBe(false)
  })

  it('takes the value of an address as a whole, and what is none as text', () => {
    expect(linkedParts('example.org', 'url')).toEqual([{ text: 'example.org', href: 'https://example.org/' }])
    expect(linkedParts('see https://example.org', 'url')).toEqual([{ text: 'see https://example.org' }])
    expect(linkedParts('not-mail', 'email')).toEqual([{ text: 'not-mail' }])
  })
})
