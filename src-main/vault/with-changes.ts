/** Changes to the fields of a record: absent fields stay, null clears. */
export type Changes<Fields> = { readonly [K in keyof Fields]?: Fields[K] | undefined }

/** A record with the fields of a PUT. */
export function withChanges<Stored extends object, Fields extends Partial<Stored>>(
  stored: Stored,
  changes: Changes<Fields>,
): Stored {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  return { ...stored, ...given }
}
