import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  calendarDateField,
  idField,
  idInPath,
  instantField,
  lineField,
  listOf,
  baseField,
  uploadSizeField,
} from '../fields.ts'

const newsItem = z.object({
  id: z.int(),
  /** From this day on, in the city's time, it is shown. */
  date: calendarDateField,
  text: z.string(),
  shown: z.boolean(),
})

const mediaPass = z.object({ name: z.string(), size: z.int(), added: instantField })

const ofCity = z.object({ tour_date_id: idInPath })
const words = { date: calendarDateField, text: z.string().max(2_000) }

export const listOfficeNews = endpoint({
  summary: 'List the news of a city, newest first, and its media pass',
  catalogue: 'C111',
  method: 'GET',
  path: '/v1/office/news',
  auth: 'office',
  query: ofCity,
  reply: z.object({
    event: z.string(),
    city: z.string(),
    start_date: calendarDateField,
    end_date: calendarDateField,
    today: calendarDateField,
    rows: listOf(newsItem),
    media_pass: mediaPass.nullable(),
  }),
  example: ({ completed }) => ({ query: { tour_date_id: completed.tour_date_id } }),
})

export const addNews = endpoint({
  summary: 'Publish a dated news item for everyone who is registered for a city; the same item again changes nothing',
  catalogue: 'C111',
  method: 'POST',
  path: '/v1/office/news',
  auth: 'office',
  body: z.object({ tour_date_id: idField, ...words }),
  reply: z.object({ id: z.int() }),
  refusals: ['news.text', 'news.date'],
  example: ({ completed }) => ({
    body: { tour_date_id: completed.tour_date_id, date: '2024-10-01', text: 'Doors open at 6:45 am.' },
  }),
})

export const changeNews = endpoint({
  summary: 'Change a news item',
  catalogue: 'C111',
  method: 'PUT',
  path: '/v1/office/news/{id}',
  auth: 'office',
  params: z.object({ id: idInPath }),
  body: z.object({ ...words, base: baseField }),
  reply: z.object({ id: z.int() }),
  refusals: ['news.text', 'news.date', 'edit_conflict'],
  example: ({ news }) => ({ params: { id: news.id }, body: { date: '2024-10-02', text: 'Doors open at 7 am.' } }),
})

export const removeNews = endpoint({
  summary: 'Take a news item back',
  catalogue: 'C111',
  method: 'DELETE',
  path: '/v1/office/news/{id}',
  auth: 'office',
  params: z.object({ id: idInPath }),
  status: 204,
  example: ({ news }) => ({ params: { id: news.id } }),
})

export const mediaPassPlace = endpoint({
  summary: 'A signed place to put the media-pass PDF of a city',
  catalogue: 'C111',
  method: 'GET',
  path: '/v1/office/media-pass-pdf',
  auth: 'office',
  query: ofCity.extend({ size: uploadSizeField }),
  reply: z.object({ signedRequest: z.string(), url: z.string() }),
  example: ({ completed }) => ({ query: { tour_date_id: completed.tour_date_id } }),
})

export const saveMediaPass = endpoint({
  summary: 'Make a PDF that was put there the media pass of a city',
  catalogue: 'C111',
  method: 'PUT',
  path: '/v1/office/media-pass-pdf',
  auth: 'office',
  body: z.object({ tour_date_id: idField, url: z.string().max(300), name: lineField(200) }),
  reply: mediaPass,
  refusals: ['file.invalid', 'file.too_large'],
  example: ({ completed, news }) => ({
    body: { tour_date_id: completed.tour_date_id, url: news.media_pass, name: 'Media pass.pdf' },
  }),
})

export const removeMediaPass = endpoint({
  summary: 'Take the media pass of a city back',
  catalogue: 'C111',
  method: 'DELETE',
  path: '/v1/office/media-pass-pdf',
  auth: 'office',
  query: ofCity,
  status: 204,
  example: ({ completed }) => ({ query: { tour_date_id: completed.tour_date_id } }),
})

export const officeNewsEndpoints = {
  listOfficeNews,
  addNews,
  changeNews,
  removeNews,
  mediaPassPlace,
  saveMediaPass,
  removeMediaPass,
}
