import { issuerIdOf, subjectsOf } from './candidate.ts'
import type { Candidate } from './candidate.ts'
import { failed, notRun, passed } from './checks.ts'
import type { DescriptorCheck } from './checks.ts'
import type { FieldOutcome } from './field-step.ts'
import { memberOf, textOf, valueAt } from './json.ts'

type Directive = 'required' | 'preferred'

/** The result if a directive is not met. */
const resultOf = (directive: Directive) => (directive === 'required' ? 'fail' : 'warn')

/** Checks that every subject is the issuer (docs/contract/exchange.md, Evaluation: steps). */
export function subjectIsIssuerStep(directive: Directive, { credential }: Candidate): DescriptorCheck {
  const CHECK = 'descriptor.subject_is_issuer'
  const issuer = issuerIdOf(credential)
  const ids = subjectsOf(credential).map(({ value }) => textOf(memberOf(value, 'id')))
  if (issuer !== undefined && ids.length > 0 && ids.every((id) => id === issuer)) return passed(CHECK)
  return failed(CHECK, {
    result: resultOf(directive),
    code: 'not_self_issued',
    message: 'the credential says something about somebody else than its issuer',
    expected: issuer ?? null,
    actual: ids.map((id) => id ?? 'nobody').join(', '),
  })
}

interface Relation {
  readonly field_id: readonly string[]
  readonly directive: Directive
}

interface HolderContext {
  readonly candidate: Candidate
  readonly holder?: string | undefined
}

/** Checks that the subjects of the named fields are the holder of the presentation. */
export function holderStep(
  { field_id, directive }: Relation,
  fields: readonly FieldOutcome[],
  { candidate, holder }: HolderContext,
): DescriptorCheck {
  const CHECK = 'descriptor.is_holder'
  const named = presentFields(fields, field_id)
  if (holder === undefined) return notRun(CHECK, 'no_data')
  if (named.length === 0) return notRun(CHECK, 'not_applicable')
  const other = named.find((field) => subjectsOfField(field, candidate).some((subject) => subject !== holder))
  if (other === undefined) return passed(CHECK)
  return failed(CHECK, {
    result: resultOf(directive),
    code: 'field_subject_not_holder',
    message: 'the field belongs to somebody else than the holder of the presentation',
    location: other.location,
    expected: holder,
    actual: subjectsOfField(other, candidate)
      .map((subject) => subject ?? 'nobody')
      .join(', '),
  })
}

/** The named fields that selected something. */
export function presentFields(fields: readonly FieldOutcome[], ids: readonly string[]): readonly FieldOutcome[] {
  return fields.filter(({ id, location }) => id !== null && location !== null && ids.includes(id))
}

/** The id of the innermost subject that contains each value of a field; undefined if there is none, or none with an id. */
export function subjectsOfField(
  { normalised }: FieldOutcome,
  { credential }: Candidate,
): readonly (string | undefined)[] {
  if (normalised.length === 0) return [undefined]
  const subjects = normalised.map((location) => {
    const start = location.lastIndexOf('credentialSubject')
    const subject = start === -1 ? undefined : valueAt(credential, location.slice(0, start + 1))
    return textOf(memberOf(Array.isArray(subject) ? subject[Number(location[start + 1])] : subject, 'id'))
  })
  return [...new Set(subjects)]
}
