import { Button, Group } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { useAct } from '../../api/use-call.ts'
import { useLookup } from '../../api/use-lookup.ts'
import { confirm } from '../../ui/dialogs.ts'
import { SelectField } from '../../ui/fields.tsx'
import { formatSearch, useSearchValues } from '../../ui/search-values.ts'
import { paths } from '../../shell/paths.ts'
import { isStaff, useSession } from '../../shell/session.ts'

const SaveViewDialog = lazy(() => import('./SaveViewDialog.tsx').then((file) => ({ default: file.SaveViewDialog })))

/** The name of a list: its path below the office, '*' for each number. Null: the page is none of the office. */
function listNameOf(path: string): string | null {
  const base = paths.officeAt('')
  if (!path.startsWith(base) || path === base) return null
  return path
    .slice(base.length)
    .split('/')
    .map((part) => (/^\d+$/.test(part) ? '*' : part))
    .join('/')
}

/** Search, filters and order of the shown list under names: chosen, saved, deleted. */
export function SavedViews() {
  const [path, navigate] = useLocation()
  const user = useSession()
  const list = listNameOf(path)
  const { page: _, ...filters } = useSearchValues() as { page?: number }
  const query = formatSearch(filters).replace('?', '')
  const [isSaving, setIsSaving] = useState(false)
  const isOpen = list !== null && Boolean(user && isStaff(user))
  const data = useLookup('GET /v1/office/saved-views', { query: { list: list ?? '' } }, { enabled: isOpen })
  const { mutateAsync: remove } = useAct('DELETE /v1/office/saved-views/{id}', {
    refreshes: ['GET /v1/office/saved-views'],
  })
  if (!isOpen || list === null || !data) return null
  const views = data.rows
  const current = views.find((view) => view.query === query)
  if (views.length === 0 && query === '') return null
  return (
    <Group gap="xs" align="flex-end" className="no-print">
      {views.length > 0 && (
        <SelectField
          label="View"
          value={current?.id ?? null}
          options={views.map(({ id, name, own, owner }) => ({ value: id, label: own ? name : `${name} (${owner})` }))}
          any="None"
          error={undefined}
          onChange={(id) => {
            const next = views.find((view) => view.id === id)
            navigate(next?.query ? `${path}?${next.query}` : path)
          }}
        />
      )}
      {!current && query !== '' && (
        <Button variant="default" onClick={() => setIsSaving(true)}>
          Save view
        </Button>
      )}
      {current && (current.own || user?.role === 'admin') && (
        <Button
          variant="default"
          onClick={() =>
            void confirm({
              title: `Delete the view ${current.name}?`,
              message: current.shared ? 'No one in the office can use it anymore.' : 'The list itself stays as it is.',
              yes: 'Delete',
              no: 'Keep it',
              consequence: 'loss',
              act: () => remove({ params: { id: current.id } }),
            })
          }
        >
          Delete view
        </Button>
      )}
      {isSaving && (
        <Suspense fallback={null}>
          <SaveViewDialog list={list} query={query} onClose={() => setIsSaving(false)} />
        </Suspense>
      )}
    </Group>
  )
}
