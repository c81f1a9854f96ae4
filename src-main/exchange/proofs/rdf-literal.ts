import type { Term } from 'rdf-canonize'
import { textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { canonicalJson } from '../../../shared/presentation-exchange/canonical-json.ts'

export const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
export const XSD = 'http://www.w3.org/2001/XMLSchema#'
/** A number from here on is written with an exponent, integer or not. */
const SMALLEST_DOUBLE_INTEGER = 1e21

/**
 * How a text that a context types as xsd:double is signed. The standard leaves it as it is; the JSON-LD library, by which most
 * issuers sign, reads a number out of its beginning.
 */
export type TextsOfDoubles = 'as numbers' | 'as they are'

/** A value object of expanded JSON-LD as a literal (JSON-LD 1.1 API, 7.3.2). */
export function literalOf(object: JsonObject, doubles: TextsOfDoubles = 'as numbers'): Term {
  const value = object['@value']
  const type = textOf(object['@type'])
  const language = textOf(object['@language'])
  if (type === '@json') return literal(canonicalJson(value), `${RDF}JSON`)
  if (typeof value === 'boolean') return literal(String(value), type ?? `${XSD}boolean`)
  if (typeof value === 'number') return numberLiteral(value, type)
  if (isTextOfDouble(object) && doubles === 'as numbers') return numberLiteral(parseFloat(String(value)), type)
  if (language !== undefined) return { ...literal(String(value), `${RDF}langString`), language }
  return literal(String(value), type ?? `${XSD}string`)
}

export function isTextOfDouble(object: JsonObject): boolean {
  return object['@type'] === `${XSD}double` && typeof object['@value'] === 'string'
}

const LEXICAL_DOUBLE = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

/** Whether the number that is signed for an xsd:double equals its whole text. */
export function isNumberInFull(object: JsonObject): boolean {
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
