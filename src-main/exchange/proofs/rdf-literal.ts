import type { Term } from 'rdf-canonize'
import { textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { canonicalJson } from './canonical-json.ts'

export const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
export const XSD = 'http://www.w3.org/2001/XMLSchema#'
/** From here on a number is written with an exponent, integer or not. */
const SMALLEST_DOUBLE_INTEGER = 1e21

/** A value object of expanded JSON-LD as a literal (JSON-LD 1.1 API, 7.3.2). */
export function literalOf(object: JsonObject): Term {
  const value = object['@value']
  const type = textOf(object['@type'])
  const language = textOf(object['@language'])
  if (type === '@json') return literal(canonicalJson(value), `${RDF}JSON`)
  if (typeof value === 'boolean') return literal(String(value), type ?? `${XSD}boolean`)
  if (typeof value === 'number' || type === `${XSD}double`) return numberLiteral(Number(value), type)
  if (language !== undefined) return { ...literal(String(value), `${RDF}langString`), language }
  return literal(String(value), type ?? `${XSD}string`)
}

function numberLiteral(value: number, type: string | undefined): Term {
  const isDouble = !Number.isInteger(value) || Math.abs(value) >= SMALLEST_DOUBLE_INTEGER || type === `${XSD}double`
  if (!isDouble) return literal(value.toFixed(0), type ?? `${XSD}integer`)
  return literal(value.toExponential(15).replace(/(\d)0*e\+?/, '$1E'), type ?? `${XSD}double`)
}

function literal(value: string, datatype: string): Term {
  return { termType: 'Literal', value, datatype: { termType: 'NamedNode', value: datatype } }
}
