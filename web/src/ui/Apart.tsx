import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { Empty } from './Empty.tsx'

type ApartProps = {
  what: string
  /** Before it is tried again. */
  onAgain?: () => void
  children: ReactNode
}

/** A part of a screen that may fail alone: what stands beside it, and what was typed there, stays. */
export class Apart extends Component<ApartProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError = () => ({ failed: true })

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <Empty
        title="Something went wrong!"
        action={
          <Button
            variant="default"
            onClick={() => {
              this.props.onAgain?.()
              this.setState({ failed: false })
            }}
          >
            Try again
          </Button>
        }
      >
        {this.props.what} could not be shown. What you have typed is still there.
      </Empty>
    )
  }
}
