import styles from './Skeletons.module.css'
import { useLayoutEffect } from 'react'

const Bar = ({ width, height = 12 }: { width: string; height?: number }) => (
  <span className={styles['bar']} style={{ width, height }} />
)

const Waiting = ({ children }: { children: React.ReactNode }) => (
  <output className={styles['waiting']} aria-label="Loading" data-waiting>
    {children}
  </output>
)

// Lengths as names and numbers have them, so that the wait looks like what comes.
const names = ['46%', '62%', '38%', '55%', '42%', '68%', '50%']

export const TitleSkeleton = () => (
  <Waiting>
    <div className={styles['title']}>
      <Bar width="180px" />
      <Bar width="min(420px, 80%)" height={34} />
    </div>
  </Waiting>
)

/** A list of people or routines on its way. */
export const RowsSkeleton = ({ rows = 8, columns = 4 }: { rows?: number; columns?: number }) => (
  <Waiting>
    <div className={styles['rows']}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles['row']}>
          {Array.from({ length: columns }, (_, column) => (
            <Bar key={column} width={column === 0 ? (names[row % names.length] ?? '50%') : '56%'} />
          ))}
        </div>
      ))}
    </div>
  </Waiting>
)

export const FormSkeleton = ({ fields = 4 }: { fields?: number }) => (
  <Waiting>
    <div className={styles['form']}>
      {Array.from({ length: fields }, (_, field) => (
        <div key={field} className={styles['field']}>
          <Bar width="120px" />
          <Bar width="100%" height={40} />
        </div>
      ))}
    </div>
  </Waiting>
)

/** A card with an emblem, a name, a line and a state below each other. */
export const CardSkeleton = () => (
  <Waiting>
    <div className={styles['card']}>
      <Bar width="62%" height={17} />
      <Bar width="80%" />
      <Bar width="46%" />
      <Bar width="70%" />
    </div>
  </Waiting>
)

export const BillSkeleton = () => (
  <Waiting>
    <div className={styles['bill']}>
      <Bar width="40%" height={20} />
      {names.slice(0, 5).map((width) => (
        <Bar key={width} width={width} />
      ))}
      <Bar width="100%" height={28} />
    </div>
  </Waiting>
)

export function PageWaiting() {
  // Scrolls to the top: from far down, the user would see an empty page until the next screen is loaded.
  useLayoutEffect(() => {
    window.scrollTo(0, 0)
  }, [])
  return (
    <>
      <TitleSkeleton />
      <RowsSkeleton rows={6} />
    </>
  )
}
