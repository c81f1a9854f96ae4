/**
 * Documents whose values are not asked for as they are written, because their statements do not say them so. Their proofs
 * hold and they are valid; a definition that asks for what is written there finds something else.
 */
export const NOT_ASKED: ReadonlySet<string> = new Set([
  // A node that is described in two places has the values of both, wherever it is named.
  'data model 1.1 › a node that is described in two places and differs',
  'data model 1.1 › one subject in two objects that differ',
  'data model 1.1 › the issuer is its own subject',
  'open badges 3.0.3 › issuer is the creator under another name',
  'open badges 3.0.3 › an endorsement of the issuer that calls it otherwise',
  'digital credentials consortium › issuer with an endorsement inside',
  'JSON-LD 1.1 › a node in two places, with other names',
  'JSON-LD 1.1 › a node in two places, with a list',
  'JSON-LD 1.1 › a node in two places, with two lists',
  'JSON-LD 1.1 › the subject below itself, called otherwise',
  // Two members of one IRI, as a buyer and a seller, are one member with two values.
  'supply chain › a product with measures',
  'supply chain › issuer is the manufacturer',
  'supply chain › issuer is the manufacturer with another address',
  'supply chain › an invoice',
  // Keywords of JSON-LD that say where something is written, and not what it is.
  'data model 1.1 › a value object',
  'JSON-LD 1.1 › @set, written out',
  'JSON-LD 1.1 › @nest',
  'JSON-LD 1.1 › @nest beside others',
  'JSON-LD 1.1 › @included',
  'JSON-LD 1.1 › @reverse, written out',
  // A number of a term for texts, or for years, is the text.
  'JSON-LD 1.1 › xsd:gYear as number',
  'JSON-LD 1.1 › xsd:string of a number',
])
