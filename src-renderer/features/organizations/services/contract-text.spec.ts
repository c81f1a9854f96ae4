// Proves docs/contract/window.md, Organizations.

import { describe, expect, it } from 'vitest'
import { text } from '../../../i18n/i18n.ts'
import { contractText, isJsonContract, serviceForm } from './contract-text.ts'

const typed = (contract: string) => ({ name: 'Appointments', description: ' ', contract, compatible: false })

describe('the contract of a service', () => {
  it('is shown as text, or as JSON where it was given so', () => {
    expect(contractText('Times are kept.')).toBe('Times are kept.')
    expect(contractText(null)).toBe('')
    expect(contractText({ days: 30 })).toBe('{\n  "days": 30\n}')
    expect([isJsonContract('text'), isJsonContract(null), isJsonContract({ days: 30 })]).toEqual([false, false, true])
  })

  it('stays what it was when it is edited', () => {
    expect(serviceForm(false).parse(typed('{"days":30}')).contract).toBe('{"days":30}')
    expect(serviceForm(true).parse(typed('{"days":30}')).contract).toEqual({ days: 30 })
    expect(serviceForm(true).parse(typed(' ')).contract).toBeNull()
  })

  it('is not accepted as JSON when it is none', () => {
    const refused = serviceForm(true).safeParse(typed('{days'))
    expect(refused.error?.issues).toMatchObject([
      { path: ['contract'], message: text('organizations.service.notJson') },
    ])
  })

  it('asks for a name, and leaves out what was not typed', () => {
    expect(serviceForm(false).parse(typed('')).description).toBeNull()
    expect(serviceForm(false).safeParse({ ...typed(''), name: '  ' }).error?.issues[0]?.message).toBe(
      text('organizations.dialog.nameMissing'),
    )
  })
})
