import { sumOf } from '@callboard/domain/kernel/money.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { address } from '../api/call.ts'
import { useRead } from '../api/use-call.ts'
import { ReadErrors } from '../shell/ErrorPage.tsx'
import { TextField } from '../ui/fields.tsx'
import { Money, moneyText } from '../ui/Money.tsx'
import { RowsSkeleton } from '../ui/Skeletons.tsx'
import styles from './MoneyDocuments.module.css'

const parts = ['own', 'routines', 'studio'] as const
const file = '/v1/payments/shares/{registration_id}'

/** '2.5' as basis points; undefined when it is no percentage up to 100. */
function readPercent(text: string): number | undefined {
  const [, whole = '', part = ''] = /^(\d{1,3})(?:\.(\d{0,2}))?\s*%?$/.exec(text.trim()) ?? []
  const basisPoints = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return whole !== '' && basisPoints <= 10_000 ? basisPoints : undefined
}

/** The studio's bill shared out among its dancers, to look at, to keep and to hand out. */
export function DancerShares({ registration_id }: { registration_id: number }) {
  const [marginText, setMarginText] = useState('0')
  const margin = readPercent(marginText)
  const [requestedMargin, setRequestedMargin] = useState(0)
  if (margin !== undefined && margin !== requestedMargin) setRequestedMargin(margin)
  const read = useRead(
    'GET /v1/payments/shares',
    { query: { registration_id, margin: requestedMargin } },
    { keepsPage: true },
  )
  const { data } = read
  if (!data) return read.error ? <ReadErrors reads={[read]} /> : <RowsSkeleton rows={4} columns={2} />
  const { families, bill, margin: addedMargin, total } = data
  if (families.length === 0) return <p className={styles['lead']}>There are no dancers to split the bill among.</p>
  const link = (format: 'pdf' | 'csv') =>
    address(file, { params: { registration_id }, query: { format, margin: requestedMargin } })
  return (
    <div className={styles['body']}>
      <div className={styles['margin']}>
        <TextField
          label="Add for the studio (%)"
          value={marginText}
          onChange={setMarginText}
          error={margin === undefined ? 'A percentage from 0 to 100.' : undefined}
          inputMode="decimal"
          maxLength={6}
        />
      </div>
      <table className={styles['table']} aria-label="What each dancer owes">
        <thead>
          <tr>
            <th scope="col">Dancer</th>
            <th scope="col" className={styles['wide']}>
              Own
            </th>
            <th scope="col" className={styles['wide']}>
              Routines
            </th>
            <th scope="col" className={styles['wide']}>
              For all
            </th>
            {addedMargin > 0 && (
              <th scope="col" className={styles['wide']}>
                Added
              </th>
            )}
            <th scope="col">Owes</th>
          </tr>
        </thead>
        <tbody>
          {families.map((family) => (
            <tr key={family.person_id}>
              <th scope="row">
                {family.name}
                <span className={styles['parts']}>
                  Own <Money cents={family.own} />, routines <Money cents={family.routines} />, for all{' '}
                  <Money cents={family.studio} />
                  {addedMargin > 0 && (
                    <>
                      , added <Money cents={family.margin} />
                    </>
                  )}
                </span>
              </th>
              <td className={styles['wide']}>
                <Money cents={family.own} />
              </td>
              <td className={styles['wide']}>
                <Money cents={family.routines} />
              </td>
              <td className={styles['wide']}>
                <Money cents={family.studio} />
              </td>
              {addedMargin > 0 && (
                <td className={styles['wide']}>
                  <Money cents={family.margin} />
                </td>
              )}
              <td className={styles['strong']}>
                <Money cents={family.total} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              All dancers
              <span className={styles['below']}>
                Your bill {moneyText(bill)}
                {addedMargin > 0 && `, added ${moneyText(addedMargin)}`}
              </span>
            </th>
            {[...parts, ...(addedMargin > 0 ? (['margin'] as const) : [])].map((part) => (
              <td key={part} className={styles['wide']}>
                <Money cents={sumOf(families, (family) => family[part])} />
              </td>
            ))}
            <td>
              <Money cents={total} />
            </td>
          </tr>
        </tfoot>
      </table>
      <div className={styles['links']}>
        <Button component="a" variant="default" size="sm" download href={link('pdf')}>
          Shares as PDF
        </Button>
        <Button component="a" variant="default" size="sm" download href={link('csv')}>
          Shares as spreadsheet
        </Button>
      </div>
    </div>
  )
}
