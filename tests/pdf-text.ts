import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The words of a PDF, page by page, as a reader would copy them. */
export async function pdfPages(content: Buffer): Promise<string[]> {
  const document = await getDocument({ data: new Uint8Array(content), useSystemFonts: false, verbosity: 0 }).promise
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const text = await (await document.getPage(index + 1)).getTextContent()
      return text.items
        .map((item) => ('str' in item ? item.str : ''))
        .join('')
        .replace(/\s+/gu, ' ')
    }),
  )
  await document.destroy()
  return pages
}
