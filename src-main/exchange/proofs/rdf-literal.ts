import type { Term } from 'rdf-canonize'
import { textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { canonicalJson } from '../../../shared/presentation-exchange/canonical-json.ts'

export const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
export const XSD = 'http://www.w3.org/2001/XMLSchema#'
/** Integers from this number on are written as doubles (JSON-LD 1.1 API, 8.2). */
const SMALLEST_DOUBLE_INTEGER = 1e21

/**
 * How strings typed as xsd:double are signed. The standard leaves them as they are; the JSON-LD library that most issuers
 * use signs the number at the beginning of the string.
 */
export type DoubleForm = 'as numbers' | 'as they are'

/** The literal for a value object of expanded JSON-LD (JSON-LD 1.1 API, 8.2). */
export function literalOf(object: JsonObject, doubles: DoubleForm = 'as numbers'): Term {
  const value = object['@value']
  const type = textOf(object['@type'])
  const language = textOf(object['@language'])
  if (type === '@json') return literal(canonicalJson(value), `${RDF}JSON`)
  if (typeof value === 'boolean') return literal(String(value), type ?? `${XSD}boolean`)
  if (typeof value === 'number') return numberLiteral(value, type)
  if (isDoubleString(object) && doubles === 'as numbers') return numberLiteral(parseFloat(String(value)), type)
  if (language !== undefined) return { ...literal(String(value), `${RDF}langString`), language }
  return literal(String(value), type ?? `${XSD}string`)
}

export function isDoubleString(object: JsonObject): boolean {
  return object['@type'] === `${XSD}double` && typeof object['@value'] === 'string'
}

const LEXICAL_DOUBLE = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

/** Whether the number that is signed for a string covers the whole string. */
export function isFullySigned(object: JsonObject): boolean {
  const text = String(object['@value'])
  const isNumber = LEXICAL_DOUBLE.test(text) && Number.isFinite(Number(text))
  return isNumber || literalOf(object).value === text
}

function numberLiteral(value: number, type: string | undefined): Term {
  const isDouble = !Number.isInteger(value) || Math.abs(value) >= SMALLEST_DOUBLE_INTEGER || type === `${XSD}double`
  if (!isDouble) return literal(value.toFixed(0), type ?? `${XSD}integer`)
  return literal(value.toExponential(15).replace(/(\d)0*e\+?/, '$1E'), type ?? `${XSD}double`)
}

function literal(value: string, datatype: string): Term {
  return { termType: 'Literal', value, datatype: { termType: 'NamedNode', value: datatype } }
}
