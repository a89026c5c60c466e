import type { QueryClient } from '@tanstack/react-query'
import { setMarkup } from './ui/markup.ts'

/** The data beside a page that the server wrote (prerender.tsx). */
export type PageData = {
  /** True: the page with its screen; false: the frame alone. */
  isWhole: boolean
  isPhone: boolean
  isVisitor: boolean
  /** Dates and times as text, by their keys. */
  texts: Record<string, string>
  answers: readonly { queryKey: readonly unknown[]; data: unknown }[]
}

/** Takes over the data of the page that the server wrote; undefined: the page is empty, as in development. */
export function takePageData(queries: QueryClient): PageData | undefined {
  const element = document.getElementById('page-data')
  if (!element) return undefined
  // The cast: written by our own server, and only read by the version of the scripts it named.
  const data = JSON.parse(element.textContent) as PageData
  // The server keeps a page for a moment: its data is as old as that.
  const moment = Date.now() - Number(element.dataset['age'] ?? 0)
  for (const { queryKey, data: answer } of data.answers) queries.setQueryData(queryKey, answer, { updatedAt: moment })
  setMarkup({ isPhone: data.isPhone, isVisitor: data.isVisitor, moment, texts: data.texts })
  return data
}
