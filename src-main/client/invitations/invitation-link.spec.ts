// Proves docs/contract/client-crypto.md, Connecting.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatInvitationLink, parseInvitationLink } from './invitation-link.ts'

const token = fc.stringMatching(/^[A-Za-z0-9_-]{43}$/)
const passphrase = fc.option(fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }))

describe('parseInvitationLink', () => {
  it('reads every link that formatInvitationLink makes', () => {
    fc.assert(
      fc.property(fc.record({ token, passphrase }), (link) => {
        expect(parseInvitationLink(formatInvitationLink(link))).toEqual(link)
      }),
    )
  })

  it('takes a token alone, with blanks around it', () => {
    fc.assert(
      fc.property(token, (alone) => {
        expect(parseInvitationLink(` ${alone}\n`)).toEqual({ token: alone, passphrase: null })
      }),
    )
  })

  it.each(['', 'vaultbench://invitation/', 'https://example.com/x', 'two words', `${'a'.repeat(43)}#%`, 'short'])(
    'refuses %j without repeating it',
    (text) => {
      expect(() => parseInvitationLink(text)).toThrow(expect.objectContaining({ code: 'invitation_link_invalid' }))
      expect(() => parseInvitationLink(text)).toThrow(/^This is neither the link of an invitation nor its token\.$/)
    },
  )
})
