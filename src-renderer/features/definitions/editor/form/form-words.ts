/** The message keys for a list of the form. */
export interface ListWords {
  readonly title: string
  readonly add: string
  /** The label of an entry that is a single field. */
  readonly entry?: string
  /** The label of a button beside each entry; without it, entries have a button of their own. */
  readonly remove?: string
  readonly none?: string
  readonly hint?: string
}

/** The lists of a definition, by member. */
export const LISTS = {
  input_descriptors: {
    title: 'definitions.column.inputs',
    add: 'definitions.form.addInput',
    none: 'definitions.form.noInputs',
  },
  submission_requirements: {
    title: 'definitions.form.rules',
    add: 'definitions.form.addRule',
    none: 'definitions.form.noRules',
  },
  from_nested: { title: 'definitions.form.sourceNested', add: 'definitions.form.addNestedRule' },
  group: {
    title: 'definitions.form.groups',
    add: 'definitions.form.addGroup',
    entry: 'definitions.form.group',
    remove: 'definitions.form.removeGroup',
  },
  schema: {
    title: 'label.schemas',
    add: 'definitions.form.addSchema',
    remove: 'definitions.form.removeSchema',
    hint: 'definitions.form.schemaHint',
  },
  fields: { title: 'definitions.form.fields', add: 'definitions.form.addField' },
  path: {
    title: 'definitions.form.paths',
    add: 'definitions.form.addPath',
    entry: 'definitions.form.path',
    remove: 'definitions.form.removePath',
    hint: 'definitions.form.pathHint',
  },
  enum: {
    title: 'label.values',
    add: 'definitions.form.addValue',
    remove: 'definitions.form.removeValue',
    hint: 'definitions.form.valueHint',
  },
  is_holder: {
    title: 'definitions.form.isHolder',
    add: 'definitions.form.addRule',
    remove: 'definitions.form.removeRule',
  },
  same_subject: {
    title: 'definitions.form.sameSubject',
    add: 'definitions.form.addRule',
    remove: 'definitions.form.removeRule',
  },
  field_id: {
    title: 'definitions.form.fields',
    add: 'definitions.form.addFieldId',
    entry: 'definitions.form.oneFieldId',
    remove: 'definitions.form.removeFieldId',
  },
  alg: {
    title: 'label.algorithms',
    add: 'definitions.form.addAlgorithm',
    entry: 'definitions.form.algorithm',
    remove: 'definitions.form.removeAlgorithm',
  },
  proof_type: {
    title: 'definitions.form.proofTypes',
    add: 'definitions.form.addProofType',
    entry: 'definitions.form.proofType',
    remove: 'definitions.form.removeProofType',
  },
} as const satisfies Record<string, ListWords>

/** The options of a field: a value and the key of its message; the empty one removes the member. */
export type FieldOptions = Readonly<Record<string, string>>

export const LEVELS: FieldOptions = {
  required: 'definitions.form.required',
  preferred: 'definitions.form.preferred',
}
export const PREFERENCES: FieldOptions = { '': 'definitions.form.noRule', ...LEVELS }
export const DIRECTIVES: FieldOptions = {
  '': 'definitions.form.noRule',
  required: 'definitions.form.required',
  allowed: 'definitions.form.allowed',
  disallowed: 'definitions.form.disallowed',
}
export const RULES: FieldOptions = { all: 'definitions.form.ruleAll', pick: 'definitions.form.rulePick' }
