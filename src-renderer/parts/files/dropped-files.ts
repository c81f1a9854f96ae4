/** Whether what is dragged holds files; which ones is told when they are dropped. */
export function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true
}

/** The files of what was dropped or pasted, without folders, which have no bytes. */
export function filesOf(data: DataTransfer | null): File[] {
  return [...(data?.items ?? [])].flatMap((item) => {
    const isFolder = item.webkitGetAsEntry()?.isDirectory === true
    const file = item.kind === 'file' && !isFolder ? item.getAsFile() : null
    return file === null ? [] : [file]
  })
}
