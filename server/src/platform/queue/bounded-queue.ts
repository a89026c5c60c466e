/** The queue of this task type is full. The caller should retry. */
export class Overloaded extends Error {
  readonly retry_after_seconds = 5
}

type Task = () => Promise<void>

/**
 * Runs tasks one at a time, in their order. At most `waiting` tasks wait; one more throws Overloaded, unless it is
 * `patient`: a background job, of which few exist and none may be lost.
 */
export class BoundedQueue {
  private readonly tasks: Task[] = []
  private readonly waiting: number
  private running = false

  constructor(waiting: number) {
    this.waiting = waiting
  }

  run<Result>(work: () => Promise<Result>, { patient = false } = {}): Promise<Result> {
    if (!patient && this.tasks.length >= this.waiting) return Promise.reject(new Overloaded())
    return new Promise((resolve, reject) => {
      this.tasks.push(() => work().then(resolve, reject))
      if (!this.running) void this.drain()
    })
  }

  private async drain() {
    this.running = true
    for (let task = this.tasks.shift(); task; task = this.tasks.shift()) await task()
    this.running = false
  }
}
