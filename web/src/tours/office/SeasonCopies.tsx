import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { call, type Reply } from '../../api/call.ts'
import { useRead } from '../../api/use-call.ts'
import { ReadErrors } from '../../shell/ErrorPage.tsx'
import { confirm } from '../../ui/dialogs.ts'
import styles from '../../ui/Office.module.css'

type SeasonCopy = Reply<'GET /v1/office/season-copies'>['rows'][number]

const countText = (count: number, one: string, many: string) => (count === 1 ? `one ${one}` : `${count} ${many}`)

const refreshes = ['GET /v1/office/season-copies', 'GET /v1/office/tour-dates', 'GET /v1/office/events'] as const

/** Seasons made from others; each can be undone while nobody has registered. */
export function SeasonCopies({ readOnly }: { readOnly: boolean }) {
  const queries = useQueryClient()
  const read = useRead('GET /v1/office/season-copies', {})
  const undo = (copy: SeasonCopy) =>
    void confirm({
      title: `Undo season ${copy.season}?`,
      message:
        `${copy.cities === 1 ? 'One city is' : `${copy.cities} cities are`} deleted with everything set since` +
        `${copy.published_cities > 0 ? `, ${countText(copy.published_cities, 'published city', 'published cities')} among them` : ''}. ` +
        'The copied prices are deleted too. The season stays, empty.',
      yes: 'Undo season',
      no: 'Keep it',
      consequence: 'loss',
      act: () => call('POST /v1/office/season-copies/{id}/undo', { params: { id: copy.id } }),
    }).then(() => Promise.all(refreshes.map((route) => queries.invalidateQueries({ queryKey: [route] }))))
  const { data } = read
  if (!data)
    return (
      <div className={styles['inset']}>
        <ReadErrors reads={[read]} />
      </div>
    )
  if (data.rows.length === 0) return null
  return (
    <ul className={styles['rows']} aria-label="Seasons made from others">
      {data.rows.map((copy) => (
        <li key={copy.id}>
          <span>
            {copy.season} from {copy.from_season}
            <span className={styles['second']}>
              {countText(copy.cities, 'city', 'cities')}, {copy.published_cities} published,{' '}
              {countText(copy.registrations, 'registration', 'registrations')}
            </span>
          </span>
          {!readOnly && copy.registrations === 0 && (
            <Button
              variant="default"
              size="sm"
              aria-label={`Undo season ${copy.season} from ${copy.from_season}`}
              onClick={() => undo(copy)}
            >
              Undo
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
