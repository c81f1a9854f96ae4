// Proves docs/contract/window.md, Verification results.

import { describe, expect, it } from 'vitest'
import { linesAt, presentationLines } from './presentation-lines.ts'

const NOTES = { header: 'HEADER', payload: 'PAYLOAD', disclosed: 'DISCLOSED', keyBinding: 'BINDING', beside: 'BESIDE' }
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwtOf = (payload: unknown): string => `${encoded({ alg: 'EdDSA' })}.${encoded(payload)}.c2ln`

const lines = (sent: unknown) => presentationLines(sent, NOTES)
const textOf = (sent: unknown): string =>
  lines(sent)
    .map(({ depth, name, text }) => `${'  '.repeat(depth)}${name === null ? '' : `${name}: `}${text}`)
    .join('\n')
const shownAt = (sent: unknown, pointer: string, inner_pointer: string | null = null): string => {
  const [first, last] = linesAt(lines(sent), { pointer, inner_pointer })
  return lines(sent)
    .slice(first, last + 1)
    .map(({ name, text }) => `${name ?? ''}${text}`)
    .join('')
}

describe('presentationLines', () => {
  it('are the document as JSON writes it, for anything without a JWT', () => {
    const sent = { type: ['A', 'ü "b"'], '@context': [], holder: null, n: [1.5, true, {}], a: { b: { c: 'x.y.z' } } }

    expect(textOf(sent)).toBe(JSON.stringify(sent, null, 2))
  })

  it('show a JWT among the credentials with its parts below it', () => {
    const jwt = jwtOf({ iss: 'did:x' })
    const shown = textOf({ type: 'VerifiablePresentation', verifiableCredential: [jwt] })

    expect(shown).toContain(`"${jwt}"\n      HEADER\n      {\n        "alg": "EdDSA"\n      }\n      PAYLOAD`)
  })

  it('show a JWT presentation decoded, and a submission that came beside it', () => {
    const shown = textOf({ presentation: jwtOf({ vp: {} }), presentation_submission: { id: 's' } })

    expect(shown).toMatch(/^HEADER[^]*PAYLOAD\n\{\n {2}"vp": \{\}\n\}\nBESIDE\n\{\n {2}"id": "s"\n\}$/)
  })

  it('show an SD-JWT with what it tells, and the signature of its holder', () => {
    const told = encoded(['salt', 'ageOver18', true])
    const sent = { vp_token: { age: [`${jwtOf({ vct: 'x' })}~${told}~${jwtOf({ nonce: 'n' })}`] } }

    expect(textOf(sent)).toMatch(
      /HEADER[^]*PAYLOAD[^]*DISCLOSED\n *\[\n *"salt",\n *"ageOver18",\n *true\n *\]\n *BINDING/,
    )
    expect(shownAt(sent, '/age/0', '/vct')).toBe('"vct""x"')
    expect(shownAt(sent, '/age/0', '/disclosures/0/1')).toBe('"ageOver18",')
    expect(shownAt(sent, '/age/0', '/kb_jwt/nonce')).toBe('"nonce""n"')
  })

  it('show what came as vp_token likewise, and as it came where its JSON is broken', () => {
    const broken = { vp_token: '{', presentation_submission: '{}' }

    expect(textOf({ vp_token: '{"type":"x"}', presentation_submission: '{"id":"s"}' })).toBe(
      '{\n  "type": "x"\n}\nBESIDE\n{\n  "id": "s"\n}',
    )
    expect(textOf(broken)).toBe(JSON.stringify(broken, null, 2))
  })

  it('leave three parts that are no JWT as the text they are', () => {
    for (const text of ['a.b.c', '!.!.!', `${encoded([])}.${encoded({})}.x`, '..', 'e30.e30']) {
      expect(textOf([text])).toBe(JSON.stringify([text], null, 2))
    }
  })
})

describe('linesAt', () => {
  const plain = { a: { b: [{ 'x/y': 1 }, 2], c: 'd' }, ab: 3 }

  it('are those of the value, and not of a member whose name only begins alike', () => {
    expect(shownAt(plain, '/a/b/0')).toBe('{"x/y"1},')
    expect(shownAt(plain, '/a/b/0/x~1y')).toBe('"x/y"1')
    expect(shownAt(plain, '/ab')).toBe('"ab"3')
    expect(shownAt(plain, '')).toContain('"ab"3')
  })

  it('lead to what surrounds a place where nothing stands', () => {
    expect(shownAt(plain, '/a/b/0/nothing/below')).toBe('{"x/y"1},')
  })

  it('lead into a decoded credential', () => {
    const sent = { verifiableCredential: [jwtOf({ vc: { n: 1 }, exp: 5 }), jwtOf({ exp: 6 })] }

    expect(shownAt(sent, '/verifiableCredential/1', '/exp')).toBe('"exp"6')
    expect(shownAt(sent, '/verifiableCredential/0', '/vc/n')).toBe('"n"1')
    expect(shownAt(sent, '/verifiableCredential/0', '/gone')).toBe('{"vc"{"n"1},"exp"5}')
  })

  it('lead into the payload of a JWT presentation, and into a credential in it', () => {
    const sent = jwtOf({ nonce: 'n', vp: { verifiableCredential: [jwtOf({ exp: 7 })] } })

    expect(shownAt(sent, '/nonce')).toBe('"nonce""n",')
    expect(shownAt(sent, '/vp/verifiableCredential/0', '/exp')).toBe('"exp"7')
  })
})
