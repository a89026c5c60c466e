/** The head of a dialog is not the banner of the page, of which there is one. */
export const plainHeader = { header: { role: 'presentation' } } as const
