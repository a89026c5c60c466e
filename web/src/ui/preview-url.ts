/** For how long a file may be looked at or heard under an address of this page alone. MUS-019. */
export const previewMilliseconds = 60_000

/** An address for a file that is still on this machine; after a minute it leads nowhere, so that its bytes can go. */
export function previewUrl(file: Blob): string {
  const url = URL.createObjectURL(file)
  setTimeout(() => URL.revokeObjectURL(url), previewMilliseconds)
  return url
}
